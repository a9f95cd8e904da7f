/** Parameters that only say where a visitor comes from. None of them chooses what a page shows. */
const TRACKING = new RegExp(
  // "&amp;" is "&" in the source of a page.
  `^(?:amp;)?(?:${[
    String.raw`(?:utm|mtm|hsa|itm|at|vero|oly)_\w+|(?:pk|piwik)_(?:campaign|kwd|keyword|source|medium|content)`,
    "ref|ref_|ref_src|ref_url|referrer|referer|via|aff|aff_id|affiliate|affiliate_id|fpr",
    "gclid|gclsrc|dclid|gbraid|wbraid|gad_source|gad_campaignid|srsltid|_ga|_gl|_gac",
    String.raw`fbclid|fb_(?:ref|source|action_\w+)|igshid|igsh|msclkid|yclid|ysclid|ymclid|_openstat`,
    "mc_cid|mc_eid|ml_subscriber|ml_subscriber_hash|mkt_tok|_hsenc|_hsmi|__hs(?:tc|sc|fp)|hsctatracking|_kx|__s|dm_i",
    "ttclid|twclid|li_fat_id|rdt_cid|epik|sccid|irclickid|irgwc|wickedid|rb_clickid|s_cid|cmpid|wt_mc|xtor|trk|trkcampaign",
    "s_kwcid|ef_id|mibextid|spm|hss_channel|elqtrack|elqtrackid|ck_subscriber_id|_bhlid|_ke|dub_id|_branch_match_id|__twitter_impression",
  ].join("|")})$`,
  "i",
);

const isTracking = (parameter: string) => TRACKING.test(parameter.split("=", 1)[0]!);

/** Cuts these parameters off a URL or a part of one. The others stay as they are written. */
export function withoutTracking(url: string): string {
  const [, page = "", query = "", fragment = ""] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(url)!;
  const kept = query.split("&").filter((parameter) => !isTracking(parameter));
  // "#ref" is a part of a page, "#utm_source=x" is none.
  const isPart = !fragment
    .slice(1)
    .split("&")
    .every((parameter) => parameter.includes("=") && isTracking(parameter));
  return page + (kept.some(Boolean) ? `?${kept.join("&")}` : "") + (isPart ? fragment : "");
}
