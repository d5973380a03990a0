import type { TokenPair } from '@kuwei/contract/auth/token';
import { useState } from 'react';
import { ApiError } from '../../api/error.ts';
import { history } from '../../browser/history.ts';
import { safeReturnUrl } from '../../navigation/return-url.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { signIn } from '../../session/sign.ts';

export interface SignIn {
  /** Signs in with the requested tokens, and goes where the user wanted. @returns whether it succeeded */
  run: (ask: () => Promise<TokenPair>) => Promise<boolean>;
  busy: boolean;
  failure: string;
  /** Set once the password was accepted and a code is required. */
  ticket: string | null;
  /** Starts over. */
  reset: () => void;
}

/** @param wanted address to go to afterwards; defaults to the page's `return_url` */
export function useSignIn(wanted?: string | null): SignIn {
  const t = useT();
  const { query } = usePage();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [ticket, setTicket] = useState<string | null>(null);
  const run = async (ask: () => Promise<TokenPair>): Promise<boolean> => {
    setBusy(true);
    setFailure('');
    try {
      const way = await signIn(await ask());
      const to = safeReturnUrl(wanted ?? query.get('return_url'));
      history.replace(to === '/' && way !== null ? safeReturnUrl(way) : to);
      return true;
    } catch (error) {
      setBusy(false);
      const next = error instanceof ApiError && error.code === 'SECOND_FACTOR' ? error.data?.['ticket'] : undefined;
      if (typeof next === 'string') setTicket(next);
      else setFailure(error instanceof ApiError ? error.message : t('api.abnormal'));
      return false;
    }
  };
  const reset = (): void => {
    setTicket(null);
    setFailure('');
  };
  return { run, busy, failure, ticket, reset };
}
