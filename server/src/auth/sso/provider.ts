// The interface that SSO protocols implement.
import type { Claims } from './rules.ts';

/** A person as the provider identifies them. */
export interface Identity {
  /** Address of the provider. */
  provider: string;
  /** Permanent id at the provider. */
  subject: string;
  /** Campus number: the username here. */
  username: string;
  /** Other claims of the provider. */
  claims: Claims;
}

/** State to verify when the browser returns. */
export interface PendingSignOn {
  state: string;
  [more: string]: string;
}

/** The provider is unreachable or faulty: the sign-in is neither confirmed nor refused. */
export class ProviderUnavailable extends Error {}

export interface Provider {
  /** @param returnTo page of the console */
  begin: (returnTo: string, state: string) => Promise<{ url: string; begun: PendingSignOn }>;
  /**
   * @param query of the return URL
   * @param asked claims that rules use
   * @throws ProviderAway if the provider is unavailable; otherwise an error about the response
   */
  finish: (returnTo: string, query: string, begun: PendingSignOn, asked: readonly string[]) => Promise<Identity>;
}
