import { article, bullets, embed, header, list, paragraph, table } from "./content.ts";
import type { DemoSite } from "./content.ts";
import { popular } from "./popular.ts";

/** Painting, photos and 3D. */
export const artSites: DemoSite[] = [
  {
    name: "Krita",
    link: "https://krita.org",
    description: "Free painting program by artists, for illustration, comics and hand-drawn animation",
    category: "design_creativity",
    alternatives: [popular.photoshop, popular.clipStudio],
    listedDaysAgo: 201,
    content: article(
      paragraph(
        "Krita is a free painting program for illustration, concept art, comics and hand-drawn animation. Its " +
          "brush engines, stabilisers and colour management are made by and for people who draw, which you feel in " +
          "the first five minutes with a pen.",
      ),
      header("Where it replaces Photoshop, and where not"),
      bullets(
        "<b>Painting:</b> yes, and often with more pleasure. Wrap-around mode for patterns, drawing assistants " +
          "for perspective, a pop-up palette under the pen.",
        "<b>Comics:</b> yes, with panels and vector text; Clip Studio has more ready-made material.",
        "<b>Photo work:</b> not the right tool. Have a look at GIMP, or at darktable for raw files.",
      ),
      header("Before you switch"),
      paragraph(
        "PSD files open and save, but text layers, smart objects and some effects do not survive unchanged. Large " +
          "canvases need memory. Take an evening to set shortcuts and the tablet's pressure curve; afterwards it is " +
          "your tool.",
      ),
      paragraph(
        "Free software under the GPL, developed by the Krita Foundation within the KDE community. The download " +
          "from the site costs nothing; the paid editions in app stores are the same program and support the work.",
      ),
    ),
  },
  {
    name: "GIMP",
    link: "https://www.gimp.org",
    description: "The classic free image editor for photos, graphics and scripted batches",
    category: "design_creativity",
    alternatives: [popular.photoshop],
    listedDaysAgo: 274,
    content: article(
      paragraph(
        "GIMP is the classic free program for editing images on Linux, Windows and macOS. Layers, masks, curves, " +
          "filters that can be changed afterwards, selections by colour or shape: all that a website or a small " +
          "print shop needs day by day.",
      ),
      header("Honest comparison"),
      table(
        true,
        ["Task", "How it goes in GIMP"],
        ["Retouch, crop, correct colours", "Well"],
        ["Cut out a person with hair", "Works, with more handwork than in Photoshop"],
        ["Exchange PSD files with an agency", "Simple ones yes, complex ones no"],
        ["Print in CMYK", "Proofing and export help, it is not a full CMYK workflow"],
        ["Generative filling", "Not built in"],
      ),
      header("Before you switch"),
      paragraph(
        "Saving writes GIMP's own XCF format; <mark>PNG and JPEG are made with <i>Export</i></mark>, which " +
          "surprises everyone in the first week. Shortcuts differ, but can be changed. Old tutorials show an older " +
          "look, so search for recent ones.",
      ),
      paragraph(
        "Free software under the GPL without any paid version, made by volunteers. Download it from the project's " +
          "site and not from a page that wants an e-mail address.",
      ),
    ),
  },
  {
    name: "Blender",
    link: "https://www.blender.org",
    description: "Free 3D suite: modelling, animation, rendering, sculpting and video editing in one",
    category: "design_creativity",
    alternatives: [popular.maya, popular.cinema4d],
    listedDaysAgo: 90,
    content: article(
      paragraph(
        "Blender is a free program for everything in 3D: modelling, sculpting, rigging, animation, simulation, " +
          "rendering, compositing and even cutting the film. It is used from hobby to feature film; the " +
          "Oscar-winning animation <i>Flow</i> was made with it.",
      ),
      embed("aqz-KE-bpKQ", "“Big Buck Bunny”, one of the open films of the Blender studio"),
      header("Who it suits"),
      paragraph(
        "People who begin, freelancers and small studios: one program instead of five, no licence server, and " +
          "more free lessons than anyone can watch. Large studios with pipelines built around Maya or Houdini often " +
          "add Blender for single tasks instead of changing over.",
      ),
      header("Before you switch"),
      list(
        "unordered",
        "Selection, shortcuts and the idea of modes are its own; there is a keymap closer to the industry's habit.",
        {
          text: "Exchange with others goes through open formats:",
          items: ["USD for whole scenes", "glTF for web and games", "FBX and Alembic for animation"],
        },
        "Plugins that your studio paid for will not come along. Check simulation and cloth tools first.",
        "Studios that need quiet should stay on the long-term support releases.",
      ),
      header("Licence and price"),
      paragraph(
        "Free software under the GPL, also for commercial work; what you make is yours. The Blender Foundation is " +
          "paid for by donations and by companies that rely on it.",
      ),
    ),
  },
];
