import {
  article,
  bullets,
  code,
  delimiter,
  header,
  image,
  linkTool,
  paragraph,
  steps,
  table,
  warning,
} from "./content.ts";
import type { DemoSite } from "./content.ts";
import { popular } from "./popular.ts";

/** Workflows and language models. */
export const automationSites: DemoSite[] = [
  {
    name: "n8n",
    link: "https://n8n.io",
    description: "Workflow automation you can host yourself, with code wherever you want it",
    category: "ai_automation",
    alternatives: [popular.zapier, popular.make],
    listedDaysAgo: 87,
    featuredDays: 23,
    content: article(
      paragraph(
        "n8n connects programs with each other: when something happens here, do that over there. You draw the " +
          "workflow as boxes and lines, and where boxes are not enough you write a few lines of JavaScript or " +
          "Python in between.",
      ),
      header("Who it suits"),
      paragraph(
        "Technical teams and curious people who have reached the limits of Zapier, in price or in possibilities. " +
          "It helps to know what JSON is. If nobody does and the tasks are simple, Zapier will be quicker to learn.",
      ),
      image("workflow.webp", "One trigger, a condition, two ways on: the usual shape of a workflow"),
      header("What it replaces and where it differs"),
      table(
        true,
        ["", "Zapier", "Make", "n8n"],
        ["Counts for the bill", "Each step", "Each operation", "Each run, whatever its length"],
        ["Own server", "No", "No", "Yes"],
        ["Ready connections", "Most", "Very many", "Many, plus any HTTP API"],
        ["Own code in a step", "A little", "A little", "As much as you like"],
        ["Beginners", "Easiest", "Easy", "Some patience"],
      ),
      header("Try it on your own machine"),
      code(
        "docker volume create n8n_data",
        "docker run -it --rm --name n8n -p 5678:5678 \\",
        "  -v n8n_data:/home/node/.n8n \\",
        "  docker.n8n.io/n8nio/n8n",
      ),
      warning(
        "Save the encryption key",
        "Passwords of the connected services are encrypted with a key that lies in the data folder, or in " +
          "<code>N8N_ENCRYPTION_KEY</code>. A database backup without that key is of no use.",
      ),
      header("Moving from Zapier"),
      paragraph(
        "There is no automatic way, and that is less bad than it sounds: most accounts hold many dead workflows.",
      ),
      steps(
        "List all workflows with the number of runs of the last month. Stop those that nobody misses.",
        {
          text: "Rebuild the three busiest first:",
          items: ["trigger", "each step, tested with a real example", "<b>what shall happen when it fails</b>"],
        },
        "Let the new one run while the old one is paused, not both: two mails to the same client are worse than none.",
        "Set up an error workflow that writes into the team's chat.",
      ),
      header("With language models", 3),
      paragraph(
        "There are boxes for AI models, tools and memory, so that an assistant can look something up in your " +
          "systems. Give it read-only access to begin with, and put a human's approval before anything that is sent " +
          "or deleted.",
      ),
      delimiter(),
      header("Licence and price", 3),
      bullets(
        "The source is public under the <i>Sustainable Use License</i>. It is not open source in the strict " +
          "sense: you may use it inside your own company for free, but not sell it as a service.",
        "Projects, single sign-on and version control for teams belong to paid plans.",
        "The hosted version is paid by the number of runs.",
      ),
      linkTool("https://docs.n8n.io", "n8n Docs", "Hosting, nodes and example workflows"),
    ),
  },
  {
    name: "Ollama",
    link: "https://ollama.com",
    description: "Runs open language models on your own computer with one command and a local API",
    category: "ai_automation",
    alternatives: [popular.chatGpt],
    listedDaysAgo: 33,
    content: article(
      paragraph(
        "Ollama runs open language models on your own computer. You name a model, it is downloaded once, and then " +
          "it answers in the terminal, in a small app or through a local API, also without the internet.",
      ),
      header("First steps"),
      code(
        "ollama pull llama3.2",
        'ollama run llama3.2 "Explain a VPN to a ten-year-old"',
        "",
        "curl http://localhost:11434/api/chat -d '{",
        '  "model": "llama3.2",',
        '  "messages": [{ "role": "user", "content": "Hello" }],',
        '  "stream": false',
        "}'",
      ),
      header("What to expect"),
      table(
        false,
        ["Small models", "Run on an ordinary laptop; fine for summaries, rewording, sorting"],
        ["Middle ones", "Want a graphics card or a Mac with ample memory; good for daily questions and code"],
        ["The largest", "Want hardware that few have at home"],
      ),
      paragraph(
        "None of those that fit on a laptop is a full equal of ChatGPT. The gain is elsewhere: <b>texts stay on " +
          "the machine</b>, there is no bill by use, and the model does not change overnight.",
      ),
      header("Before you switch"),
      bullets(
        "Each model has a licence of its own. Some forbid certain uses; read it before you build a product on it.",
        "The API asks for no password. Never open the port to a network that you don't trust.",
        "Ollama also offers to run large models in its cloud. That is convenient, and no longer local.",
      ),
      paragraph("The program is under the MIT licence and free."),
    ),
  },
];
