/** Markup that runs `attack()`, contacts `evil.example` or covers the page if it is not sanitized. */
const TEXTS = [
  `<script>attack()</script>`,
  `<img src=x onerror=attack()>`,
  `<svg onload=attack()><circle r=9></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' onload='attack()'/>#x"/><animate onbegin=attack() attributeName=x dur=1s></svg>`,
  `<body onload=attack()><details open ontoggle=attack()>d</details><input autofocus onfocus=attack()>`,
  `<b style="position:fixed;inset:0;background:url(https://evil.example/s)" onanimationstart=attack()>b</b>`,
  `<a href=" \tjAvA\nsCrIpT\t:attack()">a</a><a href="java\0script:attack()">b</a><a href="\u0001javascript:attack()">c</a>`,
  `<a href="&#106;avascript&colon;attack()">a</a><a href="java&Tab;script&NewLine;:attack()">b</a>`,
  `<a href="data:text/html,<script>attack()</script>">a</a><a href="vbscript:x">b</a><a href="blob:https://evil.example/1">c</a>`,
  `<a href="https://a.example/" ping="https://evil.example/p" target="_blank" onclick="attack()">a</a>`,
  `<iframe src="javascript:attack()"></iframe><iframe srcdoc="<script>parent.attack()</script>"></iframe>`,
  `<object data="https://evil.example/o"></object><embed src="https://evil.example/e"><applet code=x></applet>`,
  `<base href="https://evil.example/"><link rel=stylesheet href="https://evil.example/l"><meta http-equiv=refresh content="0;url=https://evil.example/m">`,
  `<style>@import "https://evil.example/i";*{display:none}</style>`,
  `<form action="https://evil.example/f"><button formaction="javascript:attack()">b</button></form>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=attack()&gt;">`,
  `<svg></p><style><a id="</style><img src=1 onerror=attack()>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=attack()>`,
  `<noscript><p title="</noscript><img src=x onerror=attack()>">`,
  `<template><img src=x onerror=attack()></template><x-y onclick=attack()><slot onslotchange=attack()>`,
  `<!--><img src=x onerror=attack()>--><![CDATA[<script>attack()</script>]]><?php echo 1 ?>`,
  `<scr<script>ipt>attack()</scr</script>ipt><img/src=x/onerror=attack()//`,
  `<textarea><img title="</textarea><img src=x onerror=attack()>"></textarea><plaintext>`,
  `</script><script>attack()</script>"></p></article></main><h1>Taken over</h1>`,
  `<video src="https://evil.example/v" poster="https://evil.example/w" autoplay onloadstart=attack()></video>`,
  `&lt;img src=x onerror=attack()&gt; \u2028 ]]> {{constructor.constructor('attack()')()}} \u202e\ud800`,
];

const URLS = [
  "javascript:attack()",
  " JaVaScRiPt:attack()",
  "data:text/html,<script>attack()</script>",
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="attack()"/>`,
  `x" onerror="attack()`,
  `https://evil.example/a.png" onload="attack()" x="`,
  "https://evil.example/a');background:url(https://evil.example/b",
  "//evil.example/a",
  "\\\\evil.example\\a",
  "https://user:password@evil.example/",
  "https://www.youtube.com@evil.example/embed/jNQXAC9IVRw",
  "https://www.youtube.com.evil.example/embed/jNQXAC9IVRw",
  "http://127.0.0.1/",
  "file:///etc/passwd",
  "/api/logout/",
  "/media/../api/logout/",
];

const block = (type: unknown, data: unknown) => ({ type, data });
const end = block("paragraph", { text: "Here it ends." });

/** Articles with known attacks. Each ends with the words "Here it ends.". */
export const hostileDocuments: { name: string; doc: unknown }[] = [
  {
    name: "markup in every text",
    doc: {
      blocks: [
        ...TEXTS.flatMap((text) => [
          block("paragraph", { text }),
          block("header", { text, level: 2 }),
          block("list", { style: "unordered", items: [text, { content: text, items: [text] }] }),
          block("checklist", { items: [{ text, checked: true }] }),
          block("table", { withHeadings: true, content: [[text], [text]] }),
          block("quote", { text, caption: text }),
          block("warning", { title: text, message: text }),
          block("code", { code: text, language: text }),
          block("raw", { html: text }),
        ]),
        end,
      ],
    },
  },
  {
    name: "hostile URLs and texts in every block with a URL",
    doc: {
      blocks: [
        ...URLS.flatMap((url, index) => {
          const text = TEXTS[index % TEXTS.length]!;
          return [
            block("paragraph", { text: `<a href="${url}">${text}</a>` }),
            block("image", { file: { url }, url, caption: text, width: "1px;position:fixed" }),
            block("embed", {
              service: "youtube",
              source: url,
              embed: url,
              caption: text,
              width: `1" onload="attack()`,
            }),
            block("linkTool", { link: url, meta: { title: text, description: text, image: { url } } }),
            block("attaches", { file: { url, name: text, size: -1, extension: text }, title: text }),
          ];
        }),
        end,
      ],
    },
  },
  {
    name: "blocks of impossible shapes",
    doc: {
      time: -1,
      blocks: [
        ...[null, 5, {}, ["paragraph"], "__proto__", "constructor", `"><script>attack()</script>`].flatMap((type) => [
          block(type, { text: TEXTS[0], html: TEXTS[1] }),
          { type, id: `"><img src=x onerror=attack()>`, tunes: { anchor: { anchor: `x" onclick="attack()` } } },
        ]),
        ...["paragraph", "header", "list", "table", "image", "embed", "linkTool", "attaches", "raw", "code"].flatMap(
          (type) =>
            [null, "text", [TEXTS[1]], { text: { html: TEXTS[1] } }, { items: {} }, { content: [null, 5] }].map(
              (data) => block(type, data),
            ),
        ),
        block("list", {
          style: `ordered" onclick="attack()`,
          meta: { start: -1, counterType: "url(x)" },
          items: [1],
        }),
        end,
      ],
    },
  },
  { name: "text instead of a document", doc: `${TEXTS.slice(0, 3).join(" ")} Here it ends.` },
];
