-- Figures of ClusterSnap for Pandoc and Quarto: --lua-filter clustersnap.lua, or `filters: [clustersnap.lua]`.
--
--   ```{.clustersnap}
--   #| fig-cap: Shops of the town
--   #| fig-alt: A map of 40 shops
--   #| width: 80%
--   shops.csv --basemap world
--   ```
--
-- The rest of a block is a request (JSON), or the words behind `clustersnap render`. HTML gets SVG, LaTeX PDF, everything else PNG at
-- two pixels a point. Pictures lie in the folder clustersnap-figures, and are drawn anew where the block or a file that it names has
-- changed. CLUSTERSNAP_COMMAND names another command.

local folder = "clustersnap-figures"
local command = os.getenv("CLUSTERSNAP_COMMAND") or "clustersnap"

local keys = { "caption", "alt", "width", "label", "format", "file" }
local aliases = { cap = "caption", id = "label", name = "label" }
for _, key in ipairs(keys) do aliases[key] = key end
-- Keys of Quarto's cells that concern the page, not the picture.
local ignored = {}
for key in ("echo eval output include warning message error tags column code-fold fig-pos fig-align"):gmatch("%S+") do ignored[key] = true end
local count = 0

-- Ends Pandoc with one line that names the page and the block, and without the stack of Lua.
local function fail(block, fault)
  local page = PANDOC_STATE.input_files[1]
  local where = (page and page .. ": " or "") .. "figure " .. count .. (block.label and " (" .. block.label .. ")" or "")
  io.stderr:write("clustersnap: error: " .. where .. ": " .. fault .. "\n")
  os.exit(1)
end

local function distance(a, b)
  local row = {}
  for j = 0, #b do row[j] = j end
  for i = 1, #a do
    local diagonal = row[0]
    row[0] = i
    for j = 1, #b do
      local cost = diagonal + (a:sub(i, i) == b:sub(j, j) and 0 or 1)
      diagonal = row[j]
      row[j] = math.min(cost, row[j] + 1, row[j - 1] + 1)
    end
  end
  return row[#b]
end

local function advice(name)
  for _, key in ipairs(keys) do
    if distance(name, key) <= #key // 3 then return "did you mean " .. key .. "?" end
  end
  return "write fig-cap, fig-alt, width or label"
end

local function content(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read("a")
  file:close()
  return text
end

local function words_of(text)
  local words, word, quote, started = {}, "", nil, false
  for letter in (text:gsub("\\\n", " ") .. "\n"):gmatch(".") do
    if quote then
      if letter == quote then quote = nil else word = word .. letter end
    elseif letter == "'" or letter == '"' then
      quote, started = letter, true
    elseif letter:match("%s") then
      if started or word ~= "" then words[#words + 1] = word end
      word, started = "", false
    else
      word = word .. letter
    end
  end
  if words[1] == "clustersnap" then table.remove(words, 1) end
  if words[1] == "render" then table.remove(words, 1) end
  return words
end

local function format_of(writer)
  if writer:match("latex") or writer:match("beamer") or writer == "context" then return "pdf" end
  if writer:match("html") or writer:match("epub") or writer:match("revealjs") or writer:match("slid") then return "svg" end
  return "png"
end

local function read(text, block)
  local options, rest = {}, {}
  for line in (text .. "\n"):gmatch("(.-)\n") do
    local entry = line:match("^%s*(#|.-)%s*$")
    if not entry then
      rest[#rest + 1] = line
    elseif table.concat(rest):find("%S") then
      fail(block, entry .. ": stands below the words of the picture; write it above them")
    else
      local written, value = entry:match("^#|%s*([^%s:=]+)%s*:%s*(.*)$")
      if not written then fail(block, entry .. ": is no key with a value; write #| fig-cap: Shops of the town") end
      local name = written:gsub("^fig[-.]", "")
      if aliases[name] then
        options[aliases[name]] = value:gsub("^([\"'])(.*)%1$", "%2")
      elseif not ignored[(written:gsub("%.", "-"))] then
        fail(block, "#| " .. written .. ": unknown key; " .. advice(name))
      end
      block.label = options.label or block.label
    end
  end
  return options, (table.concat(rest, "\n"):gsub("^%s+", ""):gsub("%s+$", ""))
end

local function draw(text, format, block)
  local seen = format .. "\n" .. text
  for word in text:gmatch("[^%s\"'=,%[%]{}]+") do seen = seen .. (content(word) or "") end
  local path = folder .. "/" .. pandoc.utils.sha1(seen):sub(1, 16) .. "." .. format
  -- The words for those who cannot see the picture lie beside it: a title, an empty line, and a description.
  local words = path .. ".txt"
  local is_described = not text:find("%-%-alt%-text") and not text:find("metadata")
  local function description()
    return (((content(words) or ""):match("\n\n(.+)") or ""):gsub("%s+", " "):gsub(" $", ""))
  end
  if content(path) and (content(words) or not is_described) then return path, description() end
  -- Pandoc before version 3 makes no folders.
  if pandoc.system.make_directory then
    pandoc.system.make_directory(folder, true)
  else
    pandoc.pipe("mkdir", { "-p", folder }, "")
  end
  local arguments, input = { "render" }, ""
  if text:sub(1, 1) == "{" then
    input = text
    arguments = { "render", "--request", "-" }
  else
    for _, word in ipairs(words_of(text)) do arguments[#arguments + 1] = word end
  end
  for _, word in ipairs({ "-o", path, "--format", format }) do arguments[#arguments + 1] = word end
  if format == "png" and not text:find("scale") and not text:find("dpi") then
    arguments[#arguments + 1] = "--scale"
    arguments[#arguments + 1] = "2"
  end
  if is_described then
    arguments[#arguments + 1] = "--alt-text"
    arguments[#arguments + 1] = words
  end
  -- Several pictures of a page that is one file share neither ids nor classes.
  if format == "svg" and not text:find("id%-prefix") and not text:find("idPrefix") then
    arguments[#arguments + 1] = "--id-prefix"
    arguments[#arguments + 1] = "m" .. pandoc.utils.sha1(seen):sub(1, 8) .. "-"
  end
  local is_drawn, fault = pcall(pandoc.pipe, command, arguments, input)
  if not is_drawn then
    -- A command that ran has written its own line.
    fail(block, type(fault) == "table" and "cannot be drawn; see the line above"
      or "the command " .. command .. " is not found; install it, or set CLUSTERSNAP_COMMAND to its path")
  end
  return path, description()
end

function CodeBlock(block)
  if not block.classes:includes("clustersnap") then return nil end
  count = count + 1
  local named = { label = block.identifier ~= "" and block.identifier or nil }
  local options, text = read(block.text, named)
  if text == "" then fail(named, "the block is empty; write a request, or the words behind clustersnap render") end
  local attributes = block.attributes
  local caption = options.caption or attributes["fig-cap"]
  local path, description = draw(text, format_of(FORMAT), named)
  local alt = options.alt or attributes["fig-alt"] or (description ~= "" and description) or caption or "A map of clustered points"
  local attr = pandoc.Attr("", {}, { width = options.width or attributes.width, alt = pandoc.Figure and nil or alt })
  local shown = caption and pandoc.utils.blocks_to_inlines(pandoc.read(caption, "markdown").blocks) or {}
  local identifier = named.label or ""
  if not caption then
    attr.identifier = identifier
    return pandoc.Para({ pandoc.Image(pandoc.Str(alt), path, "", attr) })
  end
  if pandoc.Figure then
    local image = pandoc.Image(pandoc.Str(alt), path, "", attr)
    return pandoc.Figure({ pandoc.Plain({ image }) }, { long = { pandoc.Plain(shown) } }, pandoc.Attr(identifier))
  end
  attr.identifier = identifier
  return pandoc.Para({ pandoc.Image(shown, path, "fig:", attr) })
end
