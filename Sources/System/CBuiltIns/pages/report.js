(() => {
  "use strict";
  const root = document.documentElement;
  const articles = [...document.querySelectorAll("article")];
  const filters = [...document.querySelectorAll("[data-filter]")];
  const failing = ["different", "missing", "not comparable"];
  const shown = () => articles.filter((article) => !article.hidden);
  let current = null;

  function filter(kind) {
    for (const button of filters) button.setAttribute("aria-pressed", String(button.dataset.filter === kind));
    for (const article of articles) {
      const status = article.dataset.status;
      article.hidden = !(kind === "all" || (kind === "failing" ? failing.includes(status) : status === kind));
    }
    document.getElementById("nothing").hidden = shown().length > 0;
    root.dataset.filter = kind;
    if (current && current.hidden) current = null;
  }

  function mode(article, kind) {
    const button = article.querySelector(`.modes [data-mode="${kind}"]`);
    if (!button) return;
    for (const other of article.querySelectorAll(".modes [data-mode]"))
      other.setAttribute("aria-pressed", String(other === button));
    article.querySelector(".views").dataset.mode = kind;
    article.querySelector(".slide").style.visibility = kind === "slider" ? "visible" : "hidden";
  }

  function slide(article, percent) {
    const range = article.querySelector(".slide input");
    range.value = percent;
    article.querySelector(".views").style.setProperty("--cut", range.value + "%");
  }

  function enlarge(article) {
    const views = article.querySelector(".views");
    if (!views) return;
    const step = (Number(views.dataset.zoom || 0) + 1) % 3;
    views.dataset.zoom = step;
    views.classList.toggle("large", step > 0);
    for (const image of views.querySelectorAll("img"))
      image.style.width = step > 0 ? image.naturalWidth * (step === 1 ? 1 : 4) + "px" : "";
  }

  function go(step) {
    const list = shown();
    if (!list.length) return;
    const place = current ? list.indexOf(current) + step : step > 0 ? 0 : list.length - 1;
    current = list[Math.max(0, Math.min(list.length - 1, place))];
    current.focus();
    current.scrollIntoView({ block: "start" });
  }

  for (const button of filters) button.addEventListener("click", () => filter(button.dataset.filter));
  for (const article of articles) {
    article.addEventListener("focusin", () => { current = article; });
    article.addEventListener("click", () => { current = article; });
    for (const button of article.querySelectorAll(".modes [data-mode]"))
      button.addEventListener("click", () => mode(article, button.dataset.mode));
    const range = article.querySelector(".slide input");
    if (range) range.addEventListener("input", () => slide(article, range.value));
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element && event.target.matches("input") ? event.target : null;
    const modes = { 1: "side", 2: "slider", 3: "blink", 4: "difference" };
    if (event.key === "j") go(1);
    else if (event.key === "k") go(-1);
    else if (event.key === "f") {
      const place = filters.findIndex((button) => button.dataset.filter === root.dataset.filter);
      const next = filters[(place + 1) % filters.length];
      next.focus();
      filter(next.dataset.filter);
    } else if (current && event.key === "z") enlarge(current);
    else if (current && modes[event.key]) mode(current, modes[event.key]);
    else if (current && !target && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      const views = current.querySelector('.views[data-mode="slider"]');
      if (!views) return;
      const range = current.querySelector(".slide input");
      slide(current, Number(range.value) + (event.key === "ArrowLeft" ? -5 : 5));
    } else return;
    event.preventDefault();
  });

  root.classList.add("js");
  filter(articles.some((article) => failing.includes(article.dataset.status)) ? "failing" : "all");
  const linked = location.hash && articles.find((article) => "#" + article.id === location.hash);
  if (linked) { filter("all"); current = linked; linked.focus(); linked.scrollIntoView(); }
})();
