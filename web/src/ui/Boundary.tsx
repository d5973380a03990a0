import { Component, type ReactNode } from 'react';
import { ApiError } from '../api/error.ts';
import { isChunkError } from '../browser/chunk-reload.ts';
import { messageOf, statusOf } from '../navigation/status.ts';
import { ErrorPage } from './ErrorPage.tsx';

interface Props {
  children: ReactNode;
  onError?: (error: unknown) => void;
  /** Retries without reloading the console; not offered if code failed to load. */
  onReload?: () => void;
}

/** Shows the error page in place of a component that threw while rendering. */
export class Boundary extends Component<Props, { error: unknown; failed: boolean }> {
  override state = { error: undefined, failed: false };

  static getDerivedStateFromError(error: unknown): { error: unknown; failed: boolean } {
    return { error, failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error);
  }

  override render(): ReactNode {
    const { error, failed } = this.state;
    if (!failed) return this.props.children;
    const requestId = (error as unknown) instanceof ApiError ? (error as unknown as ApiError).requestId : null;
    const { onReload } = this.props;
    const again = onReload && !isChunkError(error) ? { onReload } : {};
    return <ErrorPage status={statusOf(error)} message={messageOf(error)} requestId={requestId} {...again} />;
  }
}
