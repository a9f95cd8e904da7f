const item = (content: string, items: unknown[] = []) => ({ content, meta: {}, items });

/** Has every type of block, in every shape that a version of its tool has saved. */
export const everyBlock = {
  time: 1712653205417,
  version: "2.30.7",
  blocks: [
    {
      id: "Ypb84cVZCU",
      type: "paragraph",
      data: { text: 'One <b>bold</b>, <a href="https://a.example/?b&amp;c">link</a>' },
    },
    { type: "paragraph", data: { text: "Centred", alignment: "center" } },
    { type: "header", data: { text: "What &amp; <i>why</i>", level: 2 } },
    { type: "header", data: { text: "What &amp; why", level: 6 } },
    { type: "list", data: { style: "unordered", items: ["a", "<code>b</code>"] } },
    { type: "list", data: { style: "ordered", items: [{ content: "a", items: [{ content: "b", items: [] }] }] } },
    {
      type: "list",
      data: { style: "ordered", meta: { start: 3, counterType: "upper-roman" }, items: [item("a", [item("b")])] },
    },
    {
      type: "list",
      data: { style: "checklist", meta: {}, items: [{ content: "a", meta: { checked: true }, items: [item("b")] }] },
    },
    {
      type: "checklist",
      data: {
        items: [
          { text: "a", checked: true },
          { text: "b", checked: false },
        ],
      },
    },
    {
      type: "image",
      data: {
        file: { url: "https://a.example/b.png", width: 640, height: 480 },
        caption: "<b>A</b> picture",
        withBorder: true,
        withBackground: true,
        stretched: true,
      },
    },
    { type: "image", data: { url: "/media/a.webp", caption: "", withBorder: false } },
    { type: "code", data: { code: "if (a < b) <b>x</b>\n", language: "js" } },
    { type: "quote", data: { text: "a<br>b", caption: "c", alignment: "left" } },
    { type: "delimiter", data: {} },
    { type: "table", data: { withHeadings: true, stretched: true, content: [["A", "B"], ["1", ""], ["2"]] } },
    { type: "table", data: { content: [["a"]] } },
    {
      type: "embed",
      data: {
        service: "youtube",
        source: "https://youtu.be/jNQXAC9IVRw",
        embed: "https://www.youtube.com/embed/jNQXAC9IVRw",
        width: 580,
        height: 320,
        caption: "A video",
      },
    },
    { type: "raw", data: { html: '<figure><blockquote><p>Raw <abbr title="text">t</abbr></p></blockquote></figure>' } },
    { type: "warning", data: { title: "Mind", message: "the <b>gap</b>" } },
    {
      type: "linkTool",
      data: {
        link: "https://a.example/b",
        meta: { title: "A & b <3", description: "About", image: { url: "https://a.example/c.png" } },
      },
    },
    { type: "linkTool", data: { link: "https://a.example/", meta: {} } },
    {
      type: "attaches",
      data: { file: { url: "/media/a.pdf", size: 2048, name: "a.pdf", extension: "pdf" }, title: "The plan" },
    },
    { type: "poll", data: { question: "Which?" } },
  ],
};
