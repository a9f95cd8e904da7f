/* oxlint-disable import/default -- Vite gives the text of these files. */
import cards from "./page/card-elements.js?raw";
import element from "./page/element.js?raw";
import elements from "./page/elements.js?raw";
import errors from "./page/errors.js?raw";
import express from "./page/express-checkout-element.js?raw";
import server from "./page/server.js?raw";
import stripe from "./page/stripe.js?raw";

/** In the order in which they need each other. */
const PARTS = [errors, server, element, cards, express, elements, stripe];

const withoutModuleSyntax = (text: string) => text.replaceAll(/^import .*$/gm, "").replaceAll(/^export /gm, "");

/**
 * The parts of https://docs.stripe.com/js that the product uses. Its fields are plain inputs, and the bank's
 * confirmation is a dialog. One classic script, as Stripe's is: a page loads it and calls `Stripe` at once.
 */
export const STRIPE_JS = `"use strict";\n(() => {\n${PARTS.map(withoutModuleSyntax).join("\n")}\n})();\n`;
