import { article, bullets, code, header, list, paragraph, quote, steps, table, warning } from "./content.ts";
import type { DemoSite } from "./content.ts";
import { popular } from "./popular.ts";

/** Home, health and travel. */
export const everydaySites: DemoSite[] = [
  {
    name: "Home Assistant",
    link: "https://www.home-assistant.io",
    description: "Smart home that runs in your home: one app for devices of a thousand makers",
    category: "lifestyle_health",
    alternatives: [popular.googleHome, popular.amazonAlexa, popular.appleHome, popular.smartThings],
    listedDaysAgo: 124,
    content: article(
      paragraph(
        "Home Assistant brings lamps, heating, sensors, solar panels and doorbells of different makers into one " +
          "place, and this place is a small computer in your home. Automations go on working when the internet is " +
          "down or a maker switches off its cloud.",
      ),
      quote(
        "Open source home automation that puts local control and privacy first.",
        "Home Assistant, on its repository page",
      ),
      header("Who it suits"),
      bullets(
        "Homes with devices from more than two makers.",
        "People who want to see and lower their use of energy: the energy page is worth the effort alone.",
        "Those who like to tinker a bit. It has become much easier, but it is still a hobby as well as a product.",
      ),
      header("Compared with the speakers' apps"),
      table(
        true,
        ["", "Google Home, Amazon Alexa", "Home Assistant"],
        ["Where it thinks", "In the maker's cloud, mostly", "At home"],
        ["Devices", "Those with their label", "Nearly all, also old and home-made ones"],
        ["Rules", "Simple ones", "As clever as you like"],
        ["Voice", "Very good", "Local voice is usable, not as quick-witted"],
        ["Somebody to call", "The maker", "The community"],
      ),
      header("A first automation"),
      paragraph(
        "You can click everything together. Behind it there is readable text, which can be shared and kept under " +
          "version control:",
      ),
      code(
        "alias: Hall light when somebody comes home",
        "triggers:",
        "  - trigger: state",
        "    entity_id: binary_sensor.hall_motion",
        '    to: "on"',
        "conditions:",
        "  - condition: sun",
        "    after: sunset",
        "actions:",
        "  - action: light.turn_on",
        "    target:",
        "      entity_id: light.hall",
      ),
      header("A good order to begin", 3),
      steps(
        "Put it on a device of its own: the ready-made box, a small PC, or a Raspberry Pi with an SSD. A memory " +
          "card wears out.",
        "Let it find what is already in the network, and change nothing for a week.",
        {
          text: "Buy further devices with a local connection:",
          items: ["Zigbee or Matter over Thread", "Wi-Fi only if it works without the maker's cloud"],
        },
        "Only then write automations, one room after the other.",
      ),
      header("The family test", 4),
      paragraph(
        "<mark>Every light must still work from its switch on the wall.</mark> An automation that others in the " +
          "house have to know about is not finished.",
      ),
      warning(
        "Back up before the monthly update",
        "There is a release every month, and now and then one changes how a device is connected. Turn on " +
          "automatic backups, keep a copy off the machine, and read the list of breaking changes.",
      ),
      header("Licence and price", 3),
      paragraph(
        "Apache licence, owned by the non-profit Open Home Foundation. The optional subscription of Nabu Casa " +
          "gives safe access from outside and links to Alexa and Google Assistant, and pays for a good part of the " +
          "work.",
      ),
    ),
  },
  {
    name: "wger",
    link: "https://wger.de",
    description: "Open-source diary for training, body weight and meals, hosted or on your own server",
    category: "lifestyle_health",
    alternatives: [popular.myFitnessPal],
    listedDaysAgo: 243,
    content: article(
      paragraph(
        "wger is an open-source diary for training and food. You plan workouts from a catalogue of exercises, " +
          "write down sets and weights, follow your body weight, and look up foods with the data of Open Food Facts.",
      ),
      header("Who it suits"),
      paragraph(
        "People who lift, run or watch what they eat and do not want to hand such private figures to an " +
          "advertising business. Trainers can look after a gym's members with it.",
      ),
      header("Before you switch"),
      list(
        "unordered",
        "The food data come from volunteers. Products of your own country may be missing; you can add them.",
        "Coupling with watches and scales is far behind MyFitnessPal.",
        "The look is plain. Web and phone apps are made by a handful of people.",
      ),
      paragraph(
        "The code is under the AGPL; the data of exercises are under Creative Commons licences. The public server " +
          "is free, and a copy of your own runs in Docker.",
      ),
    ),
  },
  {
    name: "Organic Maps",
    link: "https://organicmaps.app",
    description: "Offline maps for hiking, cycling and driving, from OpenStreetMap, without tracking",
    category: "travel_local",
    alternatives: [popular.googleMaps, popular.appleMaps],
    listedDaysAgo: 21,
    content: article(
      paragraph(
        "Organic Maps is a free map app for phones that works without a connection. You download a region once, " +
          "and search, routes and voice guidance then run on the device, with data from OpenStreetMap and without " +
          "any tracking.",
      ),
      header("Where it shines"),
      bullets(
        "<b>Outdoors:</b> paths, springs, huts and contour lines, often more than Google Maps shows.",
        "<b>Abroad:</b> no roaming needed, and the battery lasts.",
        "<b>Mistakes:</b> see one, correct it in OpenStreetMap, from within the app.",
      ),
      header("Where it does not"),
      paragraph(
        "No live traffic, no reviews, no photos of streets. Public transport covers metro lines in the main. " +
          "Opening hours are as good as the neighbour who entered them. In a city by car at rush hour, Google Maps " +
          "will find the better way.",
      ),
      list(
        "checklist",
        { text: "Download the region <i>and</i> the one next to it, at home" },
        { text: "Import bookmarks as KML or GPX" },
        { text: "Navigate a way that you know, to get used to the voice" },
      ),
      paragraph(
        "The app is under the Apache licence and free, paid for by donations. Disagreements about how the project " +
          "is run led some contributors to start a fork, CoMaps, which is worth a look too.",
      ),
    ),
  },
];
