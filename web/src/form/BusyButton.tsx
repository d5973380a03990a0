import { Button } from 'antd';
import type { ComponentProps } from 'react';

interface BusyButtonProps extends Omit<ComponentProps<typeof Button>, 'loading' | 'icon'> {
  busy: boolean;
}

/** A button that shows its work going on. Without the kit's own sign, whose motion may stay behind after short work. */
export const BusyButton = ({ busy, ...rest }: BusyButtonProps) => (
  <Button {...rest} aria-busy={busy} icon={busy ? <span className="form-busy" aria-hidden="true" /> : undefined} />
);
