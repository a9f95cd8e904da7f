import { ORIGIN, type Overrides, request } from "./app.ts";

let clients = 0;

/**
 * Acts like a browser with the product's scripts: keeps cookies, and sends `Origin` and the CSRF token. Each browser has
 * its own IP address, so that tests do not share rate limits.
 */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly ipAddress: string;

  constructor(ipAddress = `2001:db8:0:${(clients += 1).toString(16)}::1`) {
    this.ipAddress = ipAddress;
  }

  async fetch(path: string, init: RequestInit = {}, overrides: Overrides = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("CF-Connecting-IP", this.ipAddress);
    headers.set("Cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await request(path, { ...init, headers }, overrides);
    this.keepCookies(response);
    return response;
  }

  keepCookies(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  get = (path: string, overrides?: Overrides) => this.fetch(path, {}, overrides);
  post = (path: string, body?: unknown, overrides?: Overrides) => this.send("POST", path, body, overrides);
  put = (path: string, body?: unknown, overrides?: Overrides) => this.send("PUT", path, body, overrides);
  patch = (path: string, body?: unknown, overrides?: Overrides) => this.send("PATCH", path, body, overrides);
  delete = (path: string, body?: unknown, overrides?: Overrides) => this.send("DELETE", path, body, overrides);

  async postForm(path: string, body: FormData | string, headers: Record<string, string> = {}, overrides?: Overrides) {
    return this.fetch(
      path,
      { method: "POST", headers: { ...(await this.csrfHeaders()), ...headers }, body },
      overrides,
    );
  }

  async patchForm(path: string, body: FormData) {
    return this.fetch(path, { method: "PATCH", headers: await this.csrfHeaders(), body });
  }

  private async send(method: string, path: string, body?: unknown, overrides?: Overrides): Promise<Response> {
    const headers = { ...(await this.csrfHeaders()), "Content-Type": "application/json" };
    return this.fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) }, overrides);
  }

  async csrfHeaders(): Promise<Record<string, string>> {
    if (!this.cookies.has("__Host-csrftoken")) await this.get("/api/check_auth/");
    return { Origin: ORIGIN, "X-CSRFToken": this.cookies.get("__Host-csrftoken") ?? "" };
  }

  /** Returns a browser with the same cookies and another IP address, such as a thief's. */
  copy(): Browser {
    const copy = new Browser();
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }
}
