import {
  CODE_VALID_MINUTES,
  KNOWN_DEVICE_DAYS,
  SESSION_IDLE_DAYS,
  MAX_SESSION_DAYS,
  VERIFY_LINK_VALID_HOURS,
} from "#schema/accounts/accounts.ts";

const COOKIES: [name: string, purpose: string, time: string][] = [
  [
    "session",
    "Keeps you signed in.",
    `${SESSION_IDLE_DAYS} days after you last used it, and at most ${MAX_SESSION_DAYS} days`,
  ],
  [
    "device",
    "Set when you sign in. Lets you sign in again while strangers try passwords for your account. Contains no name.",
    `${KNOWN_DEVICE_DAYS} days`,
  ],
  [
    "signup",
    "Binds the link that we email you to the browser in which you sign up.",
    `${VERIFY_LINK_VALID_HOURS} hours`,
  ],
  [
    "csrftoken",
    "Proves that a form was sent from this site, and not from another site in your name.",
    "As long as you are signed in, otherwise until you close the browser",
  ],
  ["login", "Binds the code that we email you to the browser in which you sign in.", `${CODE_VALID_MINUTES} minutes`],
  ["bookmark", "Shows you your own change at once, and not an older copy of the page.", "2 minutes"],
  ["delete", "Binds the code that deletes your account to your browser.", `${CODE_VALID_MINUTES} minutes`],
  ["google", "Binds Google’s response to the browser in which you sign in.", "10 minutes"],
  [
    "g_state",
    "Set by Google’s script in some browsers, after you press “Continue with Google”. Stores whether you closed its prompt.",
    "Google decides",
  ],
];

/** The cookies that callers of worker/http/cookies.ts set, and Google's. On https, the names have a prefix. */
export function CookieList() {
  return (
    <table className="table cookies">
      <thead>
        <tr>
          <th scope="col">Cookie</th>
          <th scope="col">What it is for</th>
          <th scope="col">How long it stays</th>
        </tr>
      </thead>
      <tbody>
        {COOKIES.map(([name, purpose, time]) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>{purpose}</td>
            <td data-label="How long it stays">{time}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
