import { article, bullets, checklist, code, header, list, paragraph, steps, table, warning } from "./content.ts";
import type { DemoSite } from "./content.ts";
import { popular } from "./popular.ts";

/** Courses and flashcards. */
export const educationSites: DemoSite[] = [
  {
    name: "Moodle",
    link: "https://moodle.org",
    description: "The learning platform of countless schools: courses, quizzes, grades, all adaptable",
    category: "education",
    alternatives: [popular.blackboard, popular.canvas, popular.googleClassroom],
    listedDaysAgo: 215,
    content: article(
      paragraph(
        "Moodle is a free learning platform for schools, universities and training departments. Courses, " +
          "assignments, quizzes, forums and grades are all there, and nearly every part can be changed or extended " +
          "by plugins.",
      ),
      header("Who it suits"),
      bullets(
        "Schools and universities with somebody who looks after the server, or with a partner who does.",
        "Courses with serious exams: the question bank and the kinds of questions are among the best there are.",
        "Training under rules of its own, with certificates, deadlines and groups.",
      ),
      paragraph(
        "A single teacher with one class will be happier with Google Classroom or a simple page. Moodle rewards " +
          "those who plan a year and not a lesson.",
      ),
      header("What it replaces and where it differs"),
      table(
        true,
        ["", "Google Classroom", "Canvas or Blackboard", "Moodle"],
        ["To learn", "An hour", "Some days", "Some days, and then some"],
        ["Quizzes", "By way of Forms", "Good", "Very good"],
        ["To adapt", "Little", "Within limits", "All of it"],
        ["Hosting", "Google", "The maker, as a rule", "Free choice"],
        ["Pupils' data", "With Google", "By contract", "Where you decide"],
      ),
      header("Moving courses"),
      paragraph(
        "Hardly any course moves without loss. Common Cartridge and SCORM packages carry content, QTI carries " +
          "questions in part, and nothing carries years of grades. Hence:",
      ),
      steps(
        "Archive the grades of past years as PDF or CSV, and leave them there.",
        "Build <b>one</b> course as a model, with the teachers who will use it.",
        {
          text: "Move questions before texts.",
          items: ["Export as GIFT or Moodle XML, which can be written in any editor", "Check pictures and formulas"],
        },
        "Connect sign-in (LDAP, SAML or OAuth) before inviting anybody.",
        "Change over between two terms, never within one.",
      ),
      header("Questions as text", 3),
      paragraph("The GIFT format is handy: a whole quiz in a text file, quick to write and to translate."),
      code(
        "::Capital of Australia::What is the capital of Australia? {",
        "  ~Sydney",
        "  =Canberra",
        "  ~Melbourne",
        "}",
      ),
      header("Running it", 3),
      paragraph(
        "PHP with PostgreSQL, MySQL or MariaDB, a data folder outside the web root, and the cron job that many forget:",
      ),
      code("* * * * * www-data /usr/bin/php /var/www/moodle/admin/cli/cron.php > /dev/null"),
      warning(
        "Plan for the exam day",
        "Two hundred people who press <i>Submit</i> in the same minute are the hardest load of the year. Rehearse " +
          "it with real devices, and agree on a plan B.",
      ),
      checklist(
        "Fewer plugins: each one must be updated with every new release",
        "A template for courses, so that pupils find things in the same place",
        "Backups of database and data folder from the same moment",
        "A person who answers teachers within a day",
      ),
      paragraph(
        "GPL, free of charge. The company Moodle and certified partners sell hosting and support; part of that " +
          "money pays for the development.",
      ),
    ),
  },
  {
    name: "Anki",
    link: "https://apps.ankiweb.net",
    description: "Flashcards with spaced repetition: little time each day, remembered for years",
    category: "education",
    alternatives: [popular.quizlet],
    listedDaysAgo: 9,
    content: article(
      paragraph(
        "Anki is a flashcard program with spaced repetition. It shows each card shortly before you would forget " +
          "it, so that a few minutes a day are enough for thousands of words, bones or statutes.",
      ),
      header("Anki or Quizlet?"),
      paragraph(
        "Quizlet is easier, prettier and good for the test on Friday. Anki is for what you want to know in five " +
          "years. It looks sober and wants patience for an evening; the reward is that you <b>learn less and " +
          "remember more</b>.",
      ),
      header("A good beginning"),
      list(
        "ordered",
        "Make your own cards. Ready-made decks rarely fit.",
        "One fact a card, in your own words.",
        {
          text: "Ten new cards a day, not fifty.",
          items: ["Each new card brings several reviews in the weeks to come"],
        },
        "Turn on the newer scheduler, FSRS, in the deck's options.",
      ),
      header("Before you switch"),
      bullets(
        "Quizlet sets have to be brought over as text or CSV.",
        "Sync through AnkiWeb is free; you can run the sync server yourself.",
        "Add-ons are plenty on the desktop and do not exist on phones.",
      ),
      paragraph(
        "The desktop program is free software (AGPL). AnkiDroid for Android is a separate free project; the app " +
          "for iPhone is paid once and has long paid for the development.",
      ),
    ),
  },
];
