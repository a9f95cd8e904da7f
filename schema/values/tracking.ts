/** Parameters that only say where a visitor comes from. None of them chooses what a page shows. */
const TRACKING = new RegExp(
  `^(?:${[
    String.raw`(?:utm|mtm|hsa|itm|at|vero|oly)_\w+|(?:pk|piwik)_(?:campaign|kwd|keyword|source|medium|content)`,
    "ref|ref_|ref_src|ref_url|referrer|referer|via|aff|aff_id|affiliate|affiliate_id|fpr",
    "gclid|gclsrc|dclid|gbraid|wbraid|gad_source|gad_campaignid|srsltid|_ga|_gl|_gac",
    String.raw`fbclid|fb_(?:ref|source|action_\w+)|igshid|igsh|msclkid|yclid|ysclid|ymclid|_openstat`,
    "mc_cid|mc_eid|ml_subscriber|ml_subscriber_hash|mkt_tok|_hsenc|_hsmi|__hs(?:tc|sc|fp)|hsctatracking|_kx|__s|dm_i",
    "ttclid|twclid|li_fat_id|rdt_cid|epik|sccid|irclickid|irgwc|wickedid|rb_clickid|s_cid|cmpid|wt_mc|xtor|trk|trkcampaign",
  ].join("|")})$`,
  "i",
);

/** Cuts these parameters off a URL or a part of one. The others stay as they are written. */
export function withoutTracking(url: string): string {
  const [, page = "", query = "", fragment = ""] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(url)!;
  const kept = query.split("&").filter((parameter) => !TRACKING.test(parameter.split("=", 1)[0]!));
  return page + (kept.some(Boolean) ? `?${kept.join("&")}` : "") + fragment;
}
