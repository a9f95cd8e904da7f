/** The used part of https://developers.google.com/identity/gsi/web/reference/js-reference. */
export type GoogleIdentity = {
  initialize(options: {
    client_id: string;
    nonce: string;
    use_fedcm_for_prompt: boolean;
    callback(answer: { credential?: string }): void;
  }): void;
  prompt(onMoment: (moment: PromptMoment) => void): void;
  cancel(): void;
};

type PromptMoment = {
  /** Google provides this only in browsers without FedCM. */
  isNotDisplayed?(): boolean;
  isSkippedMoment(): boolean;
  isDismissedMoment(): boolean;
  getDismissedReason(): string;
};

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleIdentity } };
  }
}
