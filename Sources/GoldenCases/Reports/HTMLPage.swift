/// The common parts of all pages of a report: looks and behavior.
enum HTMLPage {
  /// The keys of a page, in words.
  static let keys = """
    <kbd>j</kbd> <kbd>k</kbd> next and previous case · <kbd>1</kbd> side by side · <kbd>2</kbd> slider \
    (<kbd>←</kbd> <kbd>→</kbd> move it) · <kbd>3</kbd> blink · <kbd>4</kbd> difference · <kbd>z</kbd> enlarge · \
    <kbd>f</kbd> filter
    """

  /// Looks; light and dark follow the reader's system.
  static let style = """
    :root { color-scheme: light dark; --line: #8886; --bad: #c62828; --odd: #9a6700; --good: #2e7d32; }
    @media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --odd: #ffcc66; --good: #81c784; } }
    body { font: 15px/1.45 system-ui, sans-serif; margin: 0; }
    header { position: sticky; top: 0; z-index: 2; padding: .6rem 1.2rem; background: Canvas;
      border-bottom: 1px solid var(--line); }
    h1 { font-size: 1.1rem; margin: 0; display: inline-block; margin-right: 1rem; }
    h1 + p { display: inline-block; margin: 0; }
    h2 { font-size: 1rem; margin: 0 0 .3rem; overflow-wrap: anywhere; }
    main { padding: 0 1.2rem 4rem; }
    article { border: 1px solid var(--line); border-radius: 6px; margin: 1rem 0; padding: .8rem 1rem;
      scroll-margin-top: 8rem; }
    article:focus { outline: 2px solid Highlight; }
    .status { font-size: .8rem; padding: .1rem .5rem; border: 1px solid; border-radius: 1rem; margin-right: .4rem; }
    [data-status="different"] .status, [data-status="missing"] .status,
    [data-status="not comparable"] .status { color: var(--bad); }
    [data-status="stale"] .status, [data-status="recorded"] .status { color: var(--odd); }
    [data-status="same"] .status { color: var(--good); }
    .message, .reason { margin: .2rem 0; overflow-wrap: anywhere; }
    .keys { margin: .3rem 0 0; opacity: .8; font-size: .85rem; }
    kbd { border: 1px solid var(--line); border-radius: 3px; padding: 0 .3em; font: inherit; }
    .filters, .modes { margin: .4rem 0; display: none; flex-wrap: wrap; gap: .3rem; align-items: center; }
    .keys { display: none; }
    .js .filters, .js .modes { display: flex; }
    .js .keys { display: block; }
    button { font: inherit; padding: .15rem .7rem; border: 1px solid var(--line); border-radius: 4px;
      background: transparent; color: inherit; cursor: pointer; }
    button[aria-pressed="true"] { background: Highlight; color: HighlightText; }
    .slide { visibility: hidden; margin-left: .6rem; }
    .views { display: flex; gap: .8rem; align-items: flex-start; overflow: auto; }
    .views.large { flex-wrap: wrap; }
    @media (max-width: 700px) { .views { flex-wrap: wrap; } }
    figure { margin: 0; min-width: 0; }
    .views.large figure { min-width: auto; }
    figcaption { font-size: .85rem; opacity: .8; }
    img { display: block; box-sizing: border-box; max-width: 100%; border: 1px solid var(--line);
      background: repeating-conic-gradient(#bbb 0 25%, #eee 0 50%) 0 0 / 16px 16px; }
    .views.large img { box-sizing: content-box; max-width: none; image-rendering: pixelated; }
    .views[data-mode="slider"], .views[data-mode="blink"] { display: grid; justify-content: start; }
    .views[data-mode="slider"] .expected, .views[data-mode="slider"] .actual,
    .views[data-mode="blink"] .expected, .views[data-mode="blink"] .actual { grid-area: 1 / 1; }
    .views[data-mode="slider"] .difference, .views[data-mode="blink"] .difference { display: none; }
    .views[data-mode="slider"] .actual { clip-path: inset(0 0 0 var(--cut, 50%)); }
    .views[data-mode="slider"] .actual figcaption { text-align: right; }
    .views[data-mode="blink"] .actual { animation: blink 1.2s steps(1) infinite; background: Canvas; }
    .views[data-mode="difference"] .expected, .views[data-mode="difference"] .actual { display: none; }
    @keyframes blink { 50% { visibility: hidden; } }
    pre { overflow: auto; background: #8881; padding: .6rem; margin: .5rem 0; font-size: .85rem; }
    """

  /// Behavior: filters, modes, keys.
  static let script = #"""
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
    """#
}
