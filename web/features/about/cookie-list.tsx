import {
  CODE_VALID_MINUTES,
  KNOWN_DEVICE_DAYS,
  SESSION_IDLE_DAYS,
  MAX_SESSION_DAYS,
  VERIFY_LINK_VALID_HOURS,
} from "#schema/accounts.ts";

const COOKIES: [name: string, purpose: string, time: string][] = [
  [
    "session",
    "Keeps you logged in.",
    `Until ${SESSION_IDLE_DAYS} days after you last used it, ${MAX_SESSION_DAYS} days at the latest`,
  ],
  [
    "device",
    "Once you have logged in: lets you log in again while strangers try passwords for your account. Holds no name.",
    `${KNOWN_DEVICE_DAYS} days`,
  ],
  ["signup", "Ties the link that we mailed to the browser in which you signed up.", `${VERIFY_LINK_VALID_HOURS} hours`],
  [
    "csrftoken",
    "Shows that a form was sent from this site and not in your name from another one.",
    "As long as you are logged in, else until the browser closes",
  ],
  ["login", "Ties the code that we mailed to the browser in which you asked for it.", `${CODE_VALID_MINUTES} minutes`],
  ["delete", "The same for the code that deletes an account.", `${CODE_VALID_MINUTES} minutes`],
  ["google", "Ties Google’s answer to the log-in that you began.", "10 minutes"],
  [
    "g_state",
    "Set by Google’s script in some browsers, once you press “Continue with Google”: whether you closed its prompt.",
    "Google decides",
  ],
];

/** Names as worker/http/cookies.ts and its callers set them; on https with a prefix. */
export function CookieList() {
  return (
    <dl className="cookies">
      {COOKIES.map(([name, purpose, time]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            {purpose} <small>{time}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
