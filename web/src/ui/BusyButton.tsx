import { Button, type ButtonProps } from 'antd';
import './busy.css';

/**
 * Shows on a button that its work goes on, and takes no second click meanwhile. In place of the kit's own `loading`, whose
 * motion may stay behind after short work.
 */
export const busyProps = (busy: boolean) =>
  busy ? { 'aria-busy': true, disabled: true, icon: <span className="kw-busy" aria-hidden="true" /> } : {};

interface BusyButtonProps extends Omit<ButtonProps, 'loading' | 'icon'> {
  busy: boolean;
}

/** The same for buttons that keep the focus while they work. */
export const BusyButton = ({ busy, onClick, ...rest }: BusyButtonProps) => (
  <Button {...rest} aria-busy={busy} icon={busy && busyProps(true).icon} onClick={(event) => !busy && onClick?.(event)} />
);
