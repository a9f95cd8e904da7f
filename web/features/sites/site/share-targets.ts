type ShareTarget = { name: string; href: string };

/** Where a page can be shared by a link alone, so that no other site learns who reads it. */
export function shareTargets({ url, title }: { url: string; title: string }): ShareTarget[] {
  const text = `${title} ${url}`;
  return [
    { name: "Facebook", href: address("https://www.facebook.com/sharer/sharer.php", { u: url }) },
    { name: "Twitter", href: address("https://twitter.com/intent/tweet", { url, text: title }) },
    { name: "LinkedIn", href: address("https://www.linkedin.com/sharing/share-offsite/", { url }) },
    { name: "WhatsApp", href: address("https://wa.me/", { text }) },
    { name: "Reddit", href: address("https://www.reddit.com/submit", { url, title }) },
    { name: "Pinterest", href: address("https://www.pinterest.com/pin/create/button/", { url, description: title }) },
    { name: "Telegram", href: address("https://t.me/share/url", { url, text: title }) },
    { name: "Email", href: address("mailto:", { subject: title, body: text }) },
  ];
}

/** Spaces as %20: mail programs show a plus sign as one. */
function address(base: string, query: Record<string, string>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
  return `${base}?${pairs.join("&")}`;
}
