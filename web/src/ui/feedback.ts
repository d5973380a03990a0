// Notices and dialogs of the window, not of one page. The component that draws them loads shortly after the frame.
import type { App } from 'antd';
import { createElement, Fragment, type FC, type MouseEvent, type ReactNode } from 'react';
import { PageLink } from './PageLink.tsx';

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
  const queued = waiting ?? [];
  waiting = null;
  for (const say of queued) say(lent);
}

function withKit(say: (kit: Kit | null) => void): void {
  if (!kit && waiting) waiting.push(say);
  else say(kit);
}

/** A notice that can be closed early. @returns closes it */
export function noticeFor(kind: 'success' | 'warning', text: string): () => void {
  let close: (() => void) | undefined;
  withKit((here) => (close = here?.message[kind](text)));
  return () => close?.();
}

/** For an action out of view that succeeded. */
export const noticeDone = (text: string): void => withKit((here) => void here?.message.success(text));
/** For an action that was rejected or is not possible now. */
export const noticeRefused = (text: string): void => withKit((here) => void here?.message.warning(text));

/** For an unexpected failure. */
export function noticeError(title: string, description?: string): void {
  withKit((here) => here?.notification.error({ title, description, placement: 'bottomRight', duration: 8 }));
}

/** A notice with a link, which stays until closed and leaves the page usable. */
export function noticeLink(title: string, { to, text }: { to: string; text: string }): void {
  withKit((here) => {
    const close = (): void => here?.notification.destroy(to);
    const actions = createElement(PageLink, { to, className: 'kw-link', onClick: close }, text);
    here?.notification.warning({ key: to, title, actions, placement: 'bottomRight', duration: 0 });
  });
}

const button = { type: 'button', className: 'kw-button' } as const;

export interface Question {
  title: string;
  text?: ReactNode;
  yes: string;
  no: string;
  danger?: boolean;
}

/** Asks, and resolves to true for yes. Escape means no, as does following a link in the text to another page. */
export const ask = async (question: Question): Promise<boolean> => (await choose(question)) === 'yes';

/** The same with a third choice between no and yes. */
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
