import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@fontsource-variable/inter/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/layout.css';
import './styles/views.css';
import './styles/product-card.css';
import './styles/reference.css';
import { RouterProvider } from './app/router.tsx';
import { connection } from './app/connection.ts';
import { startTheme } from './app/theme.ts';
import { ConnectionBanner } from './parts/connection-banner.tsx';
import { Reference } from './reference/reference.tsx';

startTheme();
connection.start();
const root = document.getElementById('root');
if (root === null) throw new Error('Cannot start as the page has no #root');
createRoot(root).render(
  <StrictMode>
    <RouterProvider base="/docs/api">
      <ConnectionBanner />
      <Reference />
    </RouterProvider>
  </StrictMode>,
);
