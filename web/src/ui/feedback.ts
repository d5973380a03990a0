// Notices and questions that belong to the window, not to one page. The frame lends the UI kit's own.
import type { App } from 'antd';
import { createElement, Fragment, type FC, type MouseEvent, type ReactNode } from 'react';

type Kit = ReturnType<typeof App.useApp>;
let kit: Kit | null = null;

export function lendKit(lent: Kit | null): void {
  kit = lent;
}

/** A notice that may have to go before its time. @returns takes it away */
export const noticeFor = (kind: 'success' | 'warning', text: string): (() => void) | undefined => kit?.message[kind](text);

/** Something happened out of sight, and went well. */
export const noticeDone = (text: string): void => void kit?.message.success(text);
/** Something was refused or cannot be done now. */
export const noticeRefused = (text: string): void => void kit?.message.warning(text);

/** Something failed that nobody was prepared for. */
export function noticeError(title: string, description?: string): void {
  kit?.notification.error({ title, description, placement: 'bottomRight', duration: 8 });
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
export function choose({ title, text, yes, no, danger, other }: Question & { other?: string }): Promise<'yes' | 'no' | 'other'> {
  return new Promise((resolve) => {
    if (!kit) return resolve('no');
    const left = (event: MouseEvent): void => {
      if (!event.defaultPrevented || !(event.target as Element).closest('a[href]')) return;
      asked.destroy();
      resolve('no');
    };
    const between = (): void => {
      asked.destroy();
      resolve('other');
    };
    const asked = kit.modal.confirm({
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
  });
}
