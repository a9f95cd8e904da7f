/** Asks the stand-in's server, as Stripe.js asks Stripe's. Returns its JSON. */
export async function ask(path, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`/dev/stripe/js/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.json();
}
