import { article, bullets, checklist, delimiter, header, paragraph, quote, steps, table, warning } from "./content.ts";
import type { DemoSite } from "./content.ts";
import { popular } from "./popular.ts";

/** Customers, contracts and money. */
export const businessSites: DemoSite[] = [
  {
    name: "Twenty",
    link: "https://twenty.com",
    description: "Open-source CRM with objects and fields of your own and a modern, quick interface",
    category: "business_tools",
    alternatives: [popular.salesforce, popular.hubSpot],
    listedDaysAgo: 46,
    content: article(
      paragraph(
        "Twenty is an open-source CRM: companies, people, deals, notes and tasks, in tables and boards that are " +
          "pleasant to work with. You can add objects and fields of your own without writing code, and each of them " +
          "appears in the API at once.",
      ),
      header("Who it suits"),
      paragraph(
        "Small sales teams that have outgrown a spreadsheet, and companies with a developer who wants to connect " +
          "the CRM with other systems. It is <i>young</i> next to Salesforce: reporting, forecasts, telephony and " +
          "the great market of add-ons are where the old systems are ahead.",
      ),
      header("Before you switch"),
      checklist(
        "List the fields that people really fill in, and leave the others behind",
        "Clean up duplicates before the export, not after the import",
        "Import companies first, then people, then deals, so that the links hold",
        "Connect one mailbox and look at what is shared with colleagues",
      ),
      delimiter(),
      paragraph(
        "The code is under the AGPL, with some parts for larger companies under a commercial licence. You can " +
          "host it yourself with Docker or pay for the hosted service by person.",
      ),
    ),
  },
  {
    name: "Documenso",
    link: "https://documenso.com",
    description: "Open-source document signing that can run on your own server",
    category: "business_tools",
    alternatives: [popular.docuSign],
    listedDaysAgo: 17,
    content: article(
      paragraph(
        "Documenso lets you send a PDF for signature, put the fields where they belong, and follow who has " +
          "signed. It is an open alternative to DocuSign that a company can run itself and connect through an API.",
      ),
      header("What you get"),
      bullets(
        "Templates for contracts that you send often.",
        "An order of signers, reminders and a log of events for each document.",
        "A signature sealed into the PDF with a certificate; on your own server you supply that certificate.",
      ),
      header("Before you switch"),
      paragraph(
        "Most everyday contracts are fine with a simple electronic signature; some need a <b>qualified</b> one " +
          "with checked identity, depending on the country and the kind of contract. Ask which level you need " +
          "before you choose any tool. Integrations with other business software are fewer than with DocuSign.",
      ),
      paragraph(
        "Licence: AGPL, with an enterprise edition. The hosted service has a small free plan and paid plans; your " +
          "own server costs what the server costs.",
      ),
    ),
  },
  {
    name: "Invoice Ninja",
    link: "https://invoiceninja.com",
    description: "Quotes, invoices, payments and time tracking for freelancers and small companies",
    category: "finance",
    alternatives: [popular.freshBooks, popular.quickBooks],
    listedDaysAgo: 158,
    content: article(
      paragraph(
        "Invoice Ninja covers the way from quote to paid invoice for freelancers and small companies: clients, " +
          "quotes, recurring invoices, reminders, expenses, projects with time tracking, and a portal in which " +
          "clients pay online.",
      ),
      header("What it is, and what it is not"),
      table(
        true,
        ["Task", "Invoice Ninja"],
        ["Quotes, invoices, credits", "Very good, in many languages and currencies"],
        ["Payment by card or bank", "Through many providers, with your own account"],
        ["Expenses and simple bank matching", "Yes"],
        ["Double-entry bookkeeping, tax return", "No; hand the figures to your accountant's program"],
        ["Structured e-invoices", "Growing, depends on the country"],
      ),
      header("Before you switch"),
      bullets(
        "Begin with a new year or quarter, and finish old invoices in the old program.",
        "Invoice numbers must go on without gaps in many countries: set the counter <b>before</b> the first invoice.",
        "Keep the old invoices as PDF. The law wants them for years, an export of clients does not hold them.",
      ),
      warning(
        "Check your country's rules first",
        "Several countries require certified programs or e-invoices in a set format. Ask your accountant whether " +
          "this one will do.",
      ),
      paragraph(
        "The source is public under the Elastic License, so you may host it for yourself, but not sell it as a " +
          "service. There is a free hosted plan with few clients, paid plans above, and a small yearly fee for " +
          "removing the maker's name from self-hosted invoices.",
      ),
    ),
  },
  {
    name: "Actual Budget",
    link: "https://actualbudget.org",
    description: "Private envelope budgeting that stays on your devices and works without a network",
    category: "finance",
    alternatives: [popular.ynab],
    listedDaysAgo: 68,
    content: article(
      paragraph(
        "Actual Budget is a free program for envelope budgeting: every euro that you have gets a task before you " +
          "spend it. It works on your device first, is very quick, and syncs through a small server of your own, " +
          "encrypted if you wish.",
      ),
      quote("Give every coin a task, and the month stops being a surprise."),
      header("Coming from YNAB"),
      paragraph(
        "The method is the same and there is an importer for YNAB files. What you will notice: bank connections " +
          "rely on outside services that <mark>do not cover every country</mark>, so many people import files (OFX, " +
          "QFX, CAMT, CSV) once a week. And the phone app is a web app that you put on the home screen.",
      ),
      steps(
        "Import the old budget and compare the balance of every account.",
        "Write rules for shops that come again and again.",
        "Reconcile on the first of the month.",
        "Add schedules for rent and insurance.",
      ),
      header("Before you switch"),
      bullets(
        "For sync you need the server: Docker, or one of several inexpensive hosts.",
        "It is for households. A company needs bookkeeping.",
        "Reports can be put together freely and improve with each release.",
      ),
      paragraph(
        "MIT licence. It was once a paid product; its author opened the source, and a community has carried it on " +
          "since.",
      ),
    ),
  },
];
