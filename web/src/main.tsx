import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { watchStyles } from './navigation/lost-styles.ts';
import { watchLocale } from './phrase/phrases.ts';
import { Start } from './start/Start.tsx';
import { watchRootFont } from './ui/root-font.ts';
import { watchScheme } from './ui/scheme.ts';
import './ui/base.css';

// Zod would otherwise compile its checks with `new Function`, which the content security policy forbids.
z.config({ jitless: true });

watchScheme();
watchStyles();
watchLocale();
watchRootFont();
createRoot(document.getElementById('root')!).render(<Start />);
