import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@fontsource-variable/inter/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/layout.css';
import './styles/navigation.css';
import './styles/views.css';
import './styles/tables.css';
import './styles/empty.css';
import './styles/overview.css';
import './styles/product-card.css';
import './styles/rules.css';
import './styles/filters.css';
import './styles/banners.css';
import './styles/editor.css';
import './styles/placements.css';
import './styles/relevance.css';
import './styles/site.css';
import './styles/collections.css';
import './styles/drafts.css';
import './styles/experiments.css';
import './styles/charts.css';
import './styles/bulk-editor.css';
import './styles/import.css';
import './styles/menu.css';
import './styles/items.css';
import './styles/pictures.css';
import './styles/backups.css';
import './styles/palette.css';
import { Console } from './console.tsx';
import { connection } from './app/connection.ts';
import { startTheme } from './app/theme.ts';

startTheme();
connection.start();
const root = document.getElementById('root');
if (root === null) throw new Error('Cannot start as the page has no #root');
createRoot(root).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
