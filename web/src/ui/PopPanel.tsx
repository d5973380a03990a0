// A button with a panel that opens below it. The panel takes the focus and returns it; Escape closes it, as does Tab past its last
// field.
import { Popover } from 'antd';
import { useEffect, useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import './pop-panel.css';

type Placement = NonNullable<ComponentProps<typeof Popover>['placement']>;

export interface TriggerProps {
  ref: Ref<HTMLButtonElement>;
  type: 'button';
  'aria-haspopup': 'dialog';
  'aria-expanded': boolean;
}

interface PopPanelProps {
  /** Label of the panel for screen readers. */
  label: string;
  trigger: (props: TriggerProps) => ReactNode;
  children: (close: () => void) => ReactNode;
  placement?: Placement;
  onClose?: () => void;
}

/** A panel wider than its button that fits at neither edge, as on a phone, is shifted into the screen. */
export const WITHIN_SCREEN = { adjustY: 1, shiftX: true } as const;

const FOCUSABLE = 'button:not(:disabled), input:not(:disabled), select, textarea, a[href], [tabindex="0"]';

export function PopPanel({ label, trigger, children, placement = 'bottomLeft', onClose }: PopPanelProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const change = (next: boolean): void => {
    setOpen(next);
    if (!next) onClose?.();
  };
  const close = (): void => {
    change(false);
    button.current?.focus();
  };
  return (
    <Popover
      open={open}
      onOpenChange={change}
      trigger="click"
      arrow={false}
      placement={placement}
      autoAdjustOverflow={WITHIN_SCREEN}
      destroyOnHidden
      classNames={{ root: 'pop-panel' }}
      content={
        <Panel label={label} onLeave={close}>
          {children(close)}
        </Panel>
      }
    >
      {trigger({ ref: button, type: 'button', 'aria-haspopup': 'dialog', 'aria-expanded': open })}
    </Popover>
  );
}

/** The panel's content: takes the focus unless something in it already has it, and reports when it is left by keyboard. */
export function Panel({ label, onLeave, children }: { label: string; onLeave: () => void; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  const fields = (): HTMLElement[] =>
    [...(panel.current?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].filter(({ tabIndex }) => tabIndex >= 0);
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) (fields()[0] ?? panel.current)?.focus({ preventScroll: true });
  }, []);
  const pressed = (event: KeyboardEvent): void => {
    const all = fields();
    const edge = event.shiftKey ? all[0] : all.at(-1);
    const leaves = event.key === 'Escape' || (event.key === 'Tab' && document.activeElement === edge);
    if (!leaves) return;
    event.preventDefault();
    event.stopPropagation();
    onLeave();
  };
  return (
    <div role="dialog" aria-label={label} ref={panel} tabIndex={-1} onKeyDown={pressed}>
      {children}
    </div>
  );
}
