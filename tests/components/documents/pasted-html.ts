import { code, h, hr, image, ol, p, quote, table, todo, ul } from "./pasted-blocks.ts";

type Case = { from: string; html: string; blocks: { type: string; data: object }[] };

/** How programs write what is copied from them. */
export const PASTED: Case[] = [
  {
    from: "a page: merged cells",
    html: "<table><tr><th colspan=2>Wide</th><th>C</th></tr><tr><td rowspan=2>Tall</td><td>b1</td><td>c1</td></tr><tr><td>b2</td><td>c2</td></tr></table>",
    blocks: [table(true, ["Wide", "", "C"], ["Tall", "b1", "c1"], ["", "b2", "c2"])],
  },
  {
    from: "a page: a merged cell that is higher than the head of its table",
    html: "<table><thead><tr><th rowspan=2>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td rowspan=0>2</td></tr><tr><td>3</td></tr></tbody></table>",
    blocks: [table(true, ["A", "B"], ["1", "2"], ["3", ""])],
  },
  {
    from: "a page: terms and details",
    html: "<dl><dt>Term</dt><dd>Meaning</dd></dl><details><summary>More</summary>Body</details>",
    blocks: [p("<b>Term</b>"), p("Meaning"), p("<b>More</b>"), p("Body")],
  },
  {
    from: "Word: title, headings, nested lists and a new list",
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0cm;} @list l0:level1 {mso-level-number-format:bullet;} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<p class=MsoTitle>The
title<o:p></o:p></p>
<h1>A <b>heading</b><o:p></o:p></h1>
<p class=MsoNormal>Some&nbsp; text<span style='mso-spacerun:yes'>  </span>in <b>bold</b> and <i style='mso-bidi-font-style:normal'>italic</i>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;
</span></span></span><![endif]>Bullet<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span
style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>Deeper<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l1 level1 lfo2'><![if !supportLists]><span><span style='mso-list:Ignore'>3.<span>&nbsp;&nbsp;
</span></span></span><![endif]>Third<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l1 level2 lfo2'><![if !supportLists]><span><span style='mso-list:Ignore'>a)<span>&nbsp;&nbsp;
</span></span></span><![endif]>Letter<o:p></o:p></p>
<p class=MsoQuote>Said<o:p></o:p></p>
<!--EndFragment--></body></html>`,
    blocks: [
      h(2, "The title"),
      h(2, "A heading"),
      p("Some text in <b>bold</b> and <i>italic</i>."),
      ul(["Bullet", "Deeper"]),
      ol(3, ["Third", "Letter"]),
      quote("Said"),
    ],
  },
  {
    from: "Word: letters instead of numbers",
    html: "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>b)<span>&nbsp;&nbsp;&nbsp; </span></span>Letter</p>",
    blocks: [ol(1, "Letter")],
  },
  {
    from: "Word: a table",
    html: `<table class=MsoTableGrid border=1 style='border-collapse:collapse;mso-yfti-tbllook:1184'>
<thead><tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'><td colspan=2 valign=top><p class=MsoNormal><b>Plan<o:p></o:p></b></p></td></tr></thead>
<tr style='mso-yfti-irow:1'><td><p class=MsoNormal>Free<o:p></o:p></p><p class=MsoNormal>for ever<o:p></o:p></p></td><td><p class=MsoNormal><o:p>&nbsp;</o:p></p></td></tr>
<![if !supportMisalignedColumns]><tr height=0 style='display:none'><td width=200></td><td width=300></td></tr><![endif]></table>`,
    blocks: [table(true, ["<b>Plan</b>", ""], ["Free<br>for ever", ""])],
  },
  {
    from: "Word in the browser",
    html: `<div class="OutlineElement Ltr SCXW1 BCX0"><p class="Paragraph SCXW1" role="heading" aria-level="2"><span class="TextRun"><span class="NormalTextRun">Heading</span></span><span class="EOP">&nbsp;</span></p></div>
<div class="ListContainerWrapper SCXW1 BCX0"><ul class="BulletListStyle1" role="list"><li role="listitem" data-aria-posinset="1" data-aria-level="1" class="OutlineElement"><p class="Paragraph"><span class="TextRun" style="font-weight: bold;">A</span><span class="EOP">&nbsp;</span></p></li></ul></div><div class="ListContainerWrapper SCXW1"><ul><li role="listitem" data-aria-level="2"><p>B</p></li></ul></div><div class="ListContainerWrapper"><ul><li role="listitem" data-aria-level="3"><p>C</p></li></ul></div><div class="ListContainerWrapper"><ul><li role="listitem" data-aria-level="1"><p>D</p></li></ul></div>`,
    blocks: [h(2, "Heading"), ul(["<b>A</b>", ["B", "C"]], "D")],
  },
  {
    from: "Google Docs: a link, a list of three kinds and a numbered list",
    html: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-6aba46e4"><h1 dir="ltr" style="line-height:1.38"><span style="font-size:20pt;font-weight:400;font-style:normal;text-decoration:none;white-space:pre-wrap;">Title</span></h1><br /><p dir="ltr"><span style="font-weight:400;white-space:pre-wrap;">See </span><a href="https://www.google.com/url?q=https://example.com/a%3Fb%3D1&amp;sa=D" style="text-decoration:none;"><span style="color:#1155cc;font-weight:400;text-decoration:underline;white-space:pre-wrap;">the site</span></a><span style="font-weight:400;text-decoration:line-through;vertical-align:baseline;white-space:pre-wrap;"> old</span><span style="vertical-align:super">2</span></p><ol style="margin-top:0pt;" start="2"><li dir="ltr" style="list-style-type:decimal;font-weight:400;white-space:pre;" aria-level="1"><p role="presentation"><span style="white-space:pre-wrap;">1</span></p></li><ul><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p role="presentation"><span>A</span></p></li><ol><li dir="ltr" aria-level="3"><p><span>i</span></p></li></ol></ul><li dir="ltr" aria-level="1"><p><span>2</span></p></li></ol></b><br class="Apple-interchange-newline">`,
    blocks: [
      h(2, "Title"),
      p('See <a href="https://example.com/a?b=1">the site</a> <s>old</s><sup>2</sup>'),
      ol(2, ["1", ["A", "i"]], "2"),
    ],
  },
  {
    from: "Google Docs: a checklist and a picture",
    html: `<b style="font-weight:normal;" id="docs-internal-guid-1"><ul><li dir="ltr" role="checkbox" aria-checked="false" aria-level="1" style="list-style-type:none;white-space:pre;"><img src="data:image/png;base64,iVBORw0KGgo=" width="17.599999999999998px" height="17.6px" alt="unchecked" aria-roledescription="checkbox" /><p role="presentation" style="display:inline-block"><span>Open</span></p></li><li role="checkbox" aria-checked="true" aria-level="1"><img src="data:image/png;base64,iVBORw0KGgo=" alt="checked" aria-roledescription="checkbox" /><p role="presentation"><span>Done</span></p></li></ul><p dir="ltr"><span><span style="border:none;display:inline-block;overflow:hidden;width:602px;height:300px;"><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4n?key=x" width="602" height="300" alt="A boat"></span></span></p></b>`,
    blocks: [todo("Open", "[x] Done"), image("https://lh7-rt.googleusercontent.com/docsz/AD_4n?key=x", "A boat")],
  },
  {
    from: "Google Sheets",
    html: `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" border="1" style="table-layout:fixed" data-sheets-root="1"><colgroup><col width="73"><col width="73"></colgroup><tbody><tr style="height:21px;"><td rowspan="1" colspan="2" style="font-weight:bold;" data-sheets-value="{&quot;1&quot;:2}">row1col2</td><td></td></tr><tr><td rowspan="2" colspan="1">tall</td><td>12</td><td>line one <br/>line two</td></tr><tr><td colspan="2">wide</td></tr></tbody></table></google-sheets-html-origin>`,
    blocks: [table(false, ["<b>row1col2</b>", "", ""], ["tall", "12", "line one<br>line two"], ["", "wide", ""])],
  },
  {
    from: "Excel",
    html: `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {font-weight:700;}--></style></head><body><table border=0 cellpadding=0 width=128><!--StartFragment--><col width=64 span=2>
 <tr height=20><td height=20 class=xl65 width=64>Name</td><td width=64>Price</td></tr>
 <tr height=0 style='display:none'><td>hidden</td><td>row</td></tr>
 <tr height=20><td height=20>Free&nbsp;plan</td><td align=right x:num>0</td></tr><!--EndFragment--></table></body></html>`,
    blocks: [table(false, ["Name", "Price"], ["Free\u00a0plan", "0"])],
  },
  {
    from: "Notion: line feeds, a toggle and tasks",
    html: `<meta charset='utf-8'><h1>Plan</h1><p>line one
line two</p><ul>
<li>[x]  Written</li>
<li>[ ]  Sent</li>
</ul>
<ul>
<li>Toggle
<p>Inside</p>
</li>
</ul>
<blockquote><p>Said</p></blockquote>
<pre><code class="language-js">const a = 1;
  run(a);
</code></pre>
<hr>
<!-- notionvc: 11974aef -->`,
    blocks: [
      h(2, "Plan"),
      p("line one<br>line two"),
      todo("[x] Written", "Sent"),
      ul("Toggle<br>Inside"),
      quote("Said"),
      code("const a = 1;", "  run(a);"),
      hr,
    ],
  },
  {
    from: "Apple Notes",
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN"><html><head><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">p.p1 {margin: 0.0px}</style></head><body>
<p class="p1"><span class="s1"><b>Shopping</b></span></p>
<p class="p2"><span class="s1"></span><br></p>
<ul class="ul1">
<li class="li1"><span class="s2"></span>Milk<span class="Apple-converted-space"> </span></li>
<ul class="ul1"><li class="li1">Oat</li></ul>
</ul>
</body></html>`,
    blocks: [p("<b>Shopping</b>"), ul(["Milk", "Oat"])],
  },
  {
    from: "Gmail: an answer",
    html: `<div dir="ltr"><div>Hello <img data-emoji="😀" class="an1" alt="😀" src="https://fonts.gstatic.com/s/e/72.png">,</div><div><br></div><div>first line<br>second line<br><br>new paragraph</div><div class="gmail_quote"><blockquote class="gmail_quote"><div dir="ltr"><div>You wrote</div><div>two lines</div></div></blockquote></div><img width="1" height="1" src="https://track.example.com/o.gif"></div>`,
    blocks: [p("Hello 😀,"), p("first line<br>second line"), p("new paragraph"), quote("You wrote<br>two lines")],
  },
  {
    from: "Outlook",
    html: `<div class="elementToProof" style="font-family: Aptos; font-size: 12pt;">Read <a href="https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com%2Fa&amp;data=05" data-auth="NotApplicable"><u>this</u></a></div><div class="elementToProof"><br></div><ol start="4"><li style="font-weight:bold"><div class="elementToProof">Four</div></li></ol><div style="display:none;mso-hide:all">preheader</div><table role="presentation"><tr><td><p>Left</p></td><td><p>Right</p></td></tr></table>`,
    blocks: [p('Read <a href="https://example.com/a">this</a>'), ol(4, "<b>Four</b>"), p("Left"), p("Right")],
  },
  {
    from: "GitHub: a README",
    html: `<div class="markdown-heading" dir="auto"><h2 tabindex="-1" class="heading-element" dir="auto">Install</h2><a id="user-content-install" class="anchor" aria-hidden="true" href="#install"><svg class="octicon"><path d="m1"></path></svg></a></div><p dir="auto">Run <code>npm i</code> in <kbd>Ctrl</kbd>:</p><div class="highlight highlight-source-shell" dir="auto"><pre><span class="pl-c1">cd</span> app

npm start</pre><div class="zeroclipboard-container"></div></div><ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" checked disabled> Done <del>soon</del></li><li class="task-list-item"><input type="checkbox" disabled> Open</li></ul><ol dir="auto"><li><p>First</p><pre>one</pre></li><li><p>Second</p></li></ol>`,
    blocks: [
      h(2, "Install"),
      p('Run <code class="inline-code">npm i</code> in <kbd>Ctrl</kbd>:'),
      code("cd app", "", "npm start"),
      todo("[x] Done <s>soon</s>", "Open"),
      ol(1, "First"),
      code("one"),
      ol(2, "Second"),
    ],
  },
  {
    from: "GitHub: lines of a file",
    html: `<table class="highlight tab-size js-file-line-container"><tbody><tr><td id="L1" class="blob-num js-line-number" data-line-number="1">1</td><td id="LC1" class="blob-code blob-code-inner js-file-line"><span class="pl-k">if</span> (a &lt; 1) {</td></tr><tr><td class="blob-num">2</td><td class="blob-code blob-code-inner">  run();</td></tr></tbody></table>`,
    blocks: [code("if (a < 1) {", "  run();")],
  },
  {
    from: "Wikipedia",
    html: `<p style="margin: 0.5em 0px;">The <b>boat</b> is <a href="https://en.wikipedia.org/wiki/Water" title="Water">on water</a>.<sup id="cite_ref-1" class="reference"><a href="https://en.wikipedia.org/wiki/Boat#cite_note-1"><span class="cite-bracket">[</span>1<span class="cite-bracket">]</span></a></sup></p><figure class="mw-default-size" typeof="mw:File/Thumb"><a href="https://en.wikipedia.org/wiki/File:Boat.jpg" class="mw-file-description"><img alt="A red boat" src="https://upload.wikimedia.org/boat.jpg" width="250" height="167" class="mw-file-element"></a><figcaption>A <i>red</i> boat</figcaption></figure><table class="wikitable"><caption>Boats</caption><tbody><tr><th rowspan="2">Name</th><th colspan="2">Size</th></tr><tr><th>m</th><th>ft</th></tr><tr><td><span class="flagicon"><img alt="Norway" src="https://upload.wikimedia.org/no.svg" width="21" height="15"></span> Ran</td><td>10</td><td>33</td></tr></tbody></table>`,
    blocks: [
      p(
        'The <b>boat</b> is <a href="https://en.wikipedia.org/wiki/Water">on water</a>.<a href="https://en.wikipedia.org/wiki/Boat#cite_note-1"><sup>[1]</sup></a>',
      ),
      image("https://upload.wikimedia.org/boat.jpg", "A red boat", "A <i>red</i> boat"),
      p("Boats"),
      table(true, ["Name", "Size", ""], ["", "m", "ft"], ["Norway Ran", "10", "33"]),
    ],
  },
  {
    from: "VS Code: an empty line, and spaces",
    html: `<meta charset='utf-8'><div style="color: #d4d4d4;background-color: #1e1e1e;font-family: Menlo, Monaco, 'Courier New', monospace;font-weight: normal;font-size: 12px;line-height: 18px;white-space: pre;"><div><span style="color: #569cd6;">if</span><span style="color: #d4d4d4;"> (x &amp;&amp; y) {</span></div><br><div><span style="color: #d4d4d4;">&#160;&#160;run(</span><span style="color: #ce9178;">"a  b"</span>);</div><div>}</div></div>`,
    blocks: [code("if (x && y) {", "", '  run("a  b");', "}")],
  },
  {
    from: "VS Code: a part of a line",
    html: `<div style="font-family: Consolas, 'Courier New', monospace;white-space: pre;"><div><span>a &lt; b</span></div></div>`,
    blocks: [p('<code class="inline-code">a &lt; b</code>')],
  },
  {
    from: "ChatGPT",
    html: `<h3 data-start="1">Steps</h3><p data-start="10">Do <strong data-start="13">this</strong>:</p><ol><li><p>Open it:</p><pre class="overflow-visible!"><div class="contain-inline-size"><div class="flex">bash</div><div class="sticky"><button>Copy code</button></div><div class="overflow-y-auto" dir="ltr"><code class="whitespace-pre! language-bash"><span>npm start
</span></code></div></div></pre></li><li><p>Look.</p><ul><li><p>Here</p></li></ul></li></ol><div class="overflow-x-auto"><table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td><strong>2</strong></td></tr></tbody></table></div><hr><blockquote><p>One</p><p>Two</p></blockquote>`,
    blocks: [
      h(3, "Steps"),
      p("Do <b>this</b>:"),
      ol(1, "Open it:"),
      code("npm start"),
      ol(2, ["Look.", "Here"]),
      table(true, ["A", "B"], ["1", "<b>2</b>"]),
      hr,
      quote("One<br><br>Two"),
    ],
  },
  {
    from: "Confluence",
    html: `<h1 id="a">Release</h1><ul class="inline-task-list" data-inline-tasks-content-id="1"><li data-inline-task-id="1" class="checked"><span>Write</span></li><li data-inline-task-id="2"><span>Send</span></li></ul><div data-node-type="actionList"><div data-task-local-id="x" data-task-state="DONE">Ask</div><div data-task-local-id="y" data-task-state="TODO">Answer</div></div><div class="panel" data-panel-type="info"><p>Note</p></div><div class="code panel"><pre class="syntaxhighlighter-pre">a = 1</pre></div>`,
    blocks: [h(2, "Release"), todo("[x] Write", "Send"), todo("[x] Ask", "Answer"), p("Note"), code("a = 1")],
  },
  {
    from: "Slack",
    html: `<span>First<br aria-hidden="true">second</span><span class="c-mrkdwn__br" data-stringify-type="paragraph-break"></span><span>Third <b data-stringify-type="bold">bold</b></span>`,
    blocks: [p("First<br>second"), p("Third <b>bold</b>")],
  },
  {
    from: "Outlook: lists whose items have the styles of Word",
    html: `<ol style='margin-top:0cm' start=3 type=1><li class=MsoListParagraph style='margin-left:0cm;mso-list:l1 level1 lfo2'>A<o:p></o:p></li><ul style='margin-top:0cm' type=circle><li class=MsoListParagraph style='mso-list:l1 level2 lfo2'>B<o:p></o:p></li></ul><li class=MsoNormal style='mso-list:l1 level1 lfo2'>C</li></ol><p class=MsoToc1><a href='#_Toc1'>Contents</a></p>`,
    blocks: [ol(3, ["A", "B"], "C"), p("Contents")],
  },
  {
    from: "Google Sheets: rows without cells of their own",
    html: "<table><tbody><tr><td rowspan=2 colspan=2>A</td></tr><tr></tr><tr><td>c</td><td>d</td></tr></tbody></table>",
    blocks: [table(false, ["A", ""], ["c", "d"])],
  },
  {
    from: "Evernote",
    html: "<ul style='--en-todo:true;'><li style='--en-checked:true;'><div>A</div></li><li style='--en-checked:false;'><div>B</div></li></ul>",
    blocks: [todo("[x] A", "B")],
  },
  {
    from: "a page: captions above pictures, and capitals and priorities in styles",
    html: `<figure><figcaption>The caption</figcaption><img src="https://images.example.com/a.png" alt="A chart"></figure><P STYLE="FONT-WEIGHT: BOLD !IMPORTANT">bold <span style="background: yellow">marked</span><span style="display: none !important">hidden</span></P>`,
    blocks: [
      image("https://images.example.com/a.png", "A chart", "The caption"),
      p('<b>bold <mark class="cdx-marker">marked</mark></b>'),
    ],
  },
  {
    from: "a page: items without their list",
    html: "<li>A</li><li>B<ul><li>Inside</li></ul></li>",
    blocks: [ul("A", ["B", "Inside"])],
  },
  {
    from: "a page: lists in cells",
    html: "<table><tr><td>a<ol start=4><li>b</li><li>c<ol><li>d</li></ol></li></ol></td><td><ul><li>e</li></ul>f</td></tr></table>",
    blocks: [table(false, ["a<br>4. b<br>5. c<br>1. d", "• e<br>f"])],
  },
];
