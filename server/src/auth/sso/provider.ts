// What the ways to the university's sign-in have in common.
import type { Claims } from './rules.ts';

/** Who somebody is at the provider. */
export interface Identity {
  /** Address of the provider. */
  provider: string;
  /** Theirs for good there. */
  subject: string;
  /** Campus number: the username here. */
  username: string;
  /** What else it says of them. */
  claims: Claims;
}

/** What has to be known again at the return. */
export interface Begun {
  state: string;
  [more: string]: string;
}

/** The provider does not answer, or not in its senses: nobody has been confirmed, and nobody refused. */
export class ProviderAway extends Error {}

export interface Provider {
  /** @param returnTo page of the console */
  begin: (returnTo: string, state: string) => Promise<{ url: string; begun: Begun }>;
  /**
   * @param query of the address of the return
   * @param asked claims that rules ask about
   * @throws ProviderAway when the provider could not say; otherwise whatever is wrong with the return
   */
  finish: (returnTo: string, query: string, begun: Begun, asked: readonly string[]) => Promise<Identity>;
}
