const form=document.forms[0],image=document.getElementById("picture"),fault=document.getElementById("fault");
let last=0;
async function show(){
  const v=Object.fromEntries(new FormData(form)),number=++last;
  const query=[v.source&&"source="+encodeURIComponent(v.source),v.more].filter(Boolean).join("&");
  const at=f=>"styles/"+encodeURIComponent(v.style)+"/static/"+encodeURI(v.view)+"/"+v.width+"x"+v.height+"."+f+(query?"?"+query:"");
  document.getElementById("address").textContent=new URL(at(v.form),location.href).href;
  const style="styles/"+encodeURIComponent(v.style),base=location.href.replace(/[^/]*$/,"");
  document.getElementById("tiles").textContent=[style+"/{z}/{x}/{y}.png",style+"/style.json",style+"/wmts.xml"].concat(v.source?["clusters/"+encodeURIComponent(v.source)+"/{z}/{x}/{y}.mvt","clusters/"+encodeURIComponent(v.source)+".json"]:[]).map(a=>base+a).join("\n");
  const answer=await fetch(at(v.form==="svg"?"svg":"png"));
  if(number!==last)return;
  image.hidden=!answer.ok;if(answer.ok){fault.textContent="";const old=image.src;image.src=URL.createObjectURL(await answer.blob());if(old)URL.revokeObjectURL(old)}
  else fault.textContent=(await answer.json()).detail;
}
let timer;form.addEventListener("input",()=>{clearTimeout(timer);timer=setTimeout(show,150)});
form.addEventListener("submit",e=>{e.preventDefault();show()});show();
