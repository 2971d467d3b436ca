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

local function read(text)
  local options, rest = {}, {}
  for line in (text .. "\n"):gmatch("(.-)\n") do
    local name, value = line:match("^%s*#|%s*([%w-]+)%s*:%s*(.-)%s*$")
    if name and #rest == 0 then
      options[name:gsub("^fig%-", "")] = value:gsub("^[\"'](.*)[\"']$", "%1")
    else
      rest[#rest + 1] = line
    end
  end
  return options, (table.concat(rest, "\n"):gsub("^%s+", ""):gsub("%s+$", ""))
end

local function draw(text, format)
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
  if not is_drawn then error("clustersnap: the figure cannot be drawn; see the line above. " .. tostring(fault.error_code or fault)) end
  return path, description()
end

function CodeBlock(block)
  if not block.classes:includes("clustersnap") then return nil end
  local options, text = read(block.text)
  local attributes = block.attributes
  local caption = options.cap or options.caption or attributes["fig-cap"]
  local path, description = draw(text, format_of(FORMAT))
  local alt = options.alt or attributes["fig-alt"] or (description ~= "" and description) or caption or "A map of clustered points"
  local attr = pandoc.Attr("", {}, { width = options.width or attributes.width, alt = pandoc.Figure and nil or alt })
  local shown = caption and pandoc.utils.blocks_to_inlines(pandoc.read(caption, "markdown").blocks) or {}
  local identifier = options.label or block.identifier
  if not caption then return pandoc.Para({ pandoc.Image(pandoc.Str(alt), path, "", attr) }) end
  if pandoc.Figure then
    local image = pandoc.Image(pandoc.Str(alt), path, "", attr)
    return pandoc.Figure({ pandoc.Plain({ image }) }, { long = { pandoc.Plain(shown) } }, pandoc.Attr(identifier))
  end
  attr.identifier = identifier
  return pandoc.Para({ pandoc.Image(shown, path, "fig:", attr) })
end
