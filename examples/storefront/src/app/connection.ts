import { useEffect, useState } from 'react';

/** Where the shop finds its service. */
export interface ShopConnection {
  readonly url: string;
  readonly project: string;
  readonly key: string;
}

const retryMs = 1_500;

/** Your own shop: set these variables when you build. */
const { VITE_VITRINE_URL, VITE_VITRINE_PROJECT, VITE_VITRINE_KEY } = import.meta.env as Record<
  string,
  string | undefined
>;

const configured: ShopConnection | null =
  VITE_VITRINE_URL && VITE_VITRINE_PROJECT && VITE_VITRINE_KEY
    ? { url: VITE_VITRINE_URL, project: VITE_VITRINE_PROJECT, key: VITE_VITRINE_KEY }
    : null;

/** The connection of the build, or that of the demo, as soon as its products are loaded. Null until then. */
export function useConnection(): { readonly connection: ShopConnection | null; readonly isWaiting: boolean } {
  const [connection, setConnection] = useState(configured);
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    if (connection !== null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const ask = async (): Promise<void> => {
      const found = await demoConnection();
      if (isGone) return;
      if (found !== null) return setConnection(found);
      setWaiting(true);
      timer = setTimeout(() => void ask(), retryMs);
    };
    void ask();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [connection]);
  return { connection, isWaiting };
}

/** The key of the demo at this moment; null while it is not loaded, and for a connection of the build. */
export async function renewedKey(): Promise<string | null> {
  return configured === null ? ((await demoConnection())?.key ?? null) : null;
}

async function demoConnection(): Promise<ShopConnection | null> {
  try {
    const reply = await fetch('/demo/connection.json');
    const { project, key } = (await reply.json()) as { project: string | null; key: string | null };
    return project === null || key === null ? null : { url: window.location.origin, project, key };
  } catch {
    return null;
  }
}
