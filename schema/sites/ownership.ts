import * as z from "zod/mini";
import { email } from "../values/email.ts";
import { PROOF_METHODS, type ProofMethod, type Verified } from "./proof.ts";

/** The owner of a claimed listing has this time to answer. */
export const CLAIM_DAYS = 7;
/** A link that hands a listing over is valid this long. */
export const HANDOVER_DAYS = 7;
/** Failed checks after which the mark of a proven owner goes. */
export const PROOF_FAILURES_MAX = 2;

export const META_NAME = "directory-verification";
export const metaTag = (token: string) => `<meta name="${META_NAME}" content="${token}">`;

/** POST /api/sites/{id}/verification/ */
export const proofForm = z.object({ method: z.enum(PROOF_METHODS, "Please choose DNS, file or meta tag.") });
export type ProofStart = { token: string; instructions: string };

/** `reason` says of each method what was not found. */
export type ProofCheck = { verified: boolean; reason?: string };

/** Why a claim waits: for the owner's answer, or for staff. */
export type OpenClaim = { state: "waiting" | "disputed"; answer_due_at: string };
/** `yours`: the listing belongs to the caller now. */
export type ClaimAnswer = { state: "yours" | OpenClaim["state"] };

/** POST /api/sites/{id}/claim/object/ */
export const objectionForm = z.object({
  objection: z
    .string("Please say why.")
    .check(z.trim(), z.minLength(1, "Please say why."), z.maxLength(2000, "Please use at most 2,000 characters.")),
});

/** POST /api/sites/{id}/handover/ */
export const handoverForm = z.object({ email });

/**
 * What a signed-in person may know about whose listing this is. Nobody gets the address of another person.
 */
export type Ownership = {
  id: number;
  name: string;
  slug: string;
  is_own: boolean;
  has_owner: boolean;
  verified: Verified | null;
  /** How the caller can prove the link. */
  proofs: (ProofStart & { method: ProofMethod })[];
  /** Of the caller, or of another person if the caller owns the listing. */
  claim: OpenClaim | null;
  /** To the caller, by the mailed link. */
  is_handed_over: boolean;
};

export const OWNERSHIP_MESSAGES = {
  notFound: "Site not found",
  cannotProve:
    "This method does not prove a page below an address, because others may have pages there, too. Please choose another method.",
  claimedByOther: "Somebody else has claimed this listing, and proved it. Please try again in a few days.",
  claimOpen: "Somebody claims this listing. Please answer the claim first.",
  noHandover: "This listing is not handed over to you, or no longer. Please ask its owner to do it again.",
  changed: "The listing has changed in the meantime, so nothing was done. Please reload the page and try again.",
  linkTaken: "The account that would get this listing lists the same link already. Delete that listing first.",
  proofGone: "The last check did not find the proof any more.",
} as const;
