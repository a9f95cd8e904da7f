type ShareTarget = { name: string; href: string };

/** Plain links without scripts, so that other sites do not learn who reads the page. */
export function shareTargets({ url, title }: { url: string; title: string }): ShareTarget[] {
  const text = `${title} ${url}`;
  return [
    { name: "Facebook", href: withParameters("https://www.facebook.com/sharer/sharer.php", { u: url }) },
    { name: "Twitter", href: withParameters("https://twitter.com/intent/tweet", { url, text: title }) },
    { name: "LinkedIn", href: withParameters("https://www.linkedin.com/sharing/share-offsite/", { url }) },
    { name: "WhatsApp", href: withParameters("https://wa.me/", { text }) },
    { name: "Reddit", href: withParameters("https://www.reddit.com/submit", { url, title }) },
    {
      name: "Pinterest",
      href: withParameters("https://www.pinterest.com/pin/create/button/", { url, description: title }),
    },
    { name: "Telegram", href: withParameters("https://t.me/share/url", { url, text: title }) },
    { name: "Email", href: withParameters("mailto:", { subject: title, body: text }) },
  ];
}

/** Spaces become %20, because mail programs do not decode "+". */
function withParameters(base: string, query: Record<string, string>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
  return `${base}?${pairs.join("&")}`;
}
