// Drop zone for files: dropped, pasted, or chosen by click or Enter.
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useActiveEffect } from '../page/page.ts';
import { isAccepted, type Accept } from './use-uploads.ts';
import './drop-area.css';

interface DropAreaProps {
  id?: string | undefined;
  accept: Accept;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
  /** Accepts pasted files anywhere on the page unless a text field has focus. */
  takesPaste?: boolean;
  className?: string;
  children: ReactNode;
}

export function DropArea({
  id,
  accept,
  multiple = false,
  disabled = false,
  onFiles,
  takesPaste = false,
  className = '',
  children,
}: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useActiveEffect(() => {
    if (!takesPaste || disabled) return undefined;
    const pasted = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => isAccepted(accept, type));
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(multiple ? files : files.slice(0, 1));
    };
    window.addEventListener('paste', pasted);
    return () => window.removeEventListener('paste', pasted);
  }, [takesPaste, disabled, multiple]);
  const over = (event: DragEvent): void => {
    if (disabled || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(true);
  };
  const dropped = (event: DragEvent): void => {
    setIsOver(false);
    if (disabled || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    onFiles(multiple ? files : files.slice(0, 1));
  };
  return (
    <>
      <button
        type="button"
        id={id}
        className={`kw-plain form-drop ${className} ${isOver ? 'over' : ''}`}
        disabled={disabled}
        onClick={() => input.current?.click()}
        onDragEnter={over}
        onDragOver={over}
        onDragLeave={() => setIsOver(false)}
        onDrop={dropped}
      >
        {children}
      </button>
      <input
        ref={input}
        type="file"
        className="form-file-input"
        tabIndex={-1}
        aria-hidden="true"
        accept={accept.types.join(',')}
        multiple={multiple}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
