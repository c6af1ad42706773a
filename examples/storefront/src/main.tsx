import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Shop } from './app/shop.tsx';
import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/fraunces/wght.css';
import './styles/fallback-fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/completions.css';
import './styles/products.css';
import './styles/home.css';
import './styles/listing.css';
import './styles/product.css';
import './styles/cart.css';
import './styles/photo.css';
import './styles/pane.css';

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Shop />
  </StrictMode>,
);
