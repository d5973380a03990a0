// Full screen for one page: hides header, menu and tabs, and the browser's own bars if allowed.
import { useEffect, useState } from 'react';
import { useActiveEffect } from '../page/page.ts';
import './full-screen.css';

export function useFullScreen(): [on: boolean, toggle: () => void] {
  const [on, setOn] = useState(false);
  useActiveEffect(() => {
    if (!on) return undefined;
    document.body.classList.add('kw-full');
    return () => document.body.classList.remove('kw-full');
  }, [on]);
  useEffect(() => {
    if (!on) return undefined;
    const left = (): void => {
      if (document.fullscreenElement === null) setOn(false);
    };
    document.addEventListener('fullscreenchange', left);
    return () => {
      document.removeEventListener('fullscreenchange', left);
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => {});
    };
  }, [on]);
  const toggle = (): void => {
    if (!on) void document.documentElement.requestFullscreen?.().catch(() => {});
    setOn(!on);
  };
  return [on, toggle];
}
