import { Button, type ButtonProps } from 'antd';
import './busy.css';

/**
 * Shows a button as busy and ignores clicks meanwhile. Replaces the kit's own `loading`, whose animation may stay behind after short
 * work.
 */
export const busyProps = (busy: boolean) =>
  busy ? { 'aria-busy': true, disabled: true, icon: <span className="kw-busy" aria-hidden="true" /> } : {};

interface BusyButtonProps extends Omit<ButtonProps, 'loading' | 'icon'> {
  busy: boolean;
}

/** The same for buttons that keep the focus while busy. */
export const BusyButton = ({ busy, onClick, ...rest }: BusyButtonProps) => (
  <Button {...rest} aria-busy={busy} icon={busy && busyProps(true).icon} onClick={(event) => !busy && onClick?.(event)} />
);
