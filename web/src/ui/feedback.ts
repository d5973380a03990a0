// Notices and questions that belong to the window, not to one page. What draws them comes a moment after the frame.
import type { App } from 'antd';
import { createElement, Fragment, type FC, type MouseEvent, type ReactNode } from 'react';

type Kit = ReturnType<typeof App.useApp>;
let kit: Kit | null = null;
/** Notices and questions queued while the kit loads; null if none is loading. */
let waiting: ((kit: Kit | null) => void)[] | null = null;

/** Queues notices and questions until the kit has loaded. */
export function awaitKit(): void {
  if (!kit) waiting ??= [];
}

/** @param lent null if it was unmounted or failed to load */
export function setKit(lent: Kit | null): void {
  kit = lent;
  const said = waiting ?? [];
  waiting = null;
  for (const say of said) say(lent);
}

function withKit(say: (kit: Kit | null) => void): void {
  if (!kit && waiting) waiting.push(say);
  else say(kit);
}

/** A notice that may have to go before its time. @returns takes it away */
export function noticeFor(kind: 'success' | 'warning', text: string): () => void {
  let close: (() => void) | undefined;
  withKit((here) => (close = here?.message[kind](text)));
  return () => close?.();
}

/** Something happened out of sight, and went well. */
export const noticeDone = (text: string): void => withKit((here) => void here?.message.success(text));
/** Something was refused or cannot be done now. */
export const noticeRefused = (text: string): void => withKit((here) => void here?.message.warning(text));

/** Something failed that nobody was prepared for. */
export function noticeError(title: string, description?: string): void {
  withKit((here) => here?.notification.error({ title, description, placement: 'bottomRight', duration: 8 }));
}

const button = { type: 'button', className: 'kw-button' } as const;

export interface Question {
  title: string;
  text?: ReactNode;
  yes: string;
  no: string;
  danger?: boolean;
}

/** Asks, and answers true for yes. Escape and no are the same, and so is a link in the text that leads to another page here. */
export const ask = async (question: Question): Promise<boolean> => (await choose(question)) === 'yes';

/** The same with another way on between no and yes. */
export const choose = (question: Question & { other?: string }): Promise<Choice> =>
  new Promise((resolve) => withKit((here) => (here ? draw(here, question, resolve) : resolve('no'))));

type Choice = 'yes' | 'no' | 'other';

function draw(
  { modal }: Kit,
  { title, text, yes, no, danger, other }: Question & { other?: string },
  resolve: (choice: Choice) => void,
): void {
  const left = (event: MouseEvent): void => {
    if (!event.defaultPrevented || !(event.target as Element).closest('a[href]')) return;
    asked.destroy();
    resolve('no');
  };
  const between = (): void => {
    asked.destroy();
    resolve('other');
  };
  const asked = modal.confirm({
    title,
    content:
      typeof text === 'object' && text !== null ? createElement('div', { className: 'question', onClick: left }, text) : text,
    okText: yes,
    cancelText: no,
    okButtonProps: { danger: danger ?? false },
    focusable: { autoFocusButton: danger ? 'cancel' : 'ok' },
    ...(other !== undefined && {
      footer: (_: ReactNode, { OkBtn, CancelBtn }: { OkBtn: FC; CancelBtn: FC }) =>
        createElement(
          Fragment,
          null,
          createElement(CancelBtn),
          createElement('button', { ...button, onClick: between }, other),
          createElement(OkBtn),
        ),
    }),
    onOk: () => resolve('yes'),
    onCancel: () => resolve('no'),
  });
}
