import type { ReactNode } from 'react';

export const SubmitButton = ({ busy, children }: { busy: boolean; children: ReactNode }) => (
  <button type="submit" className="kw-button primary login-submit" aria-disabled={busy}>
    {busy && <span className="login-busy" aria-hidden="true" />}
    {children}
  </button>
);
