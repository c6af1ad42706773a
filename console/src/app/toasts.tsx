import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly bad: boolean;
  readonly action: ToastAction | undefined;
}

/** A button in a notification, which closes it. */
interface ToastAction {
  readonly text: string;
  readonly run: () => void;
}

type Notify = (text: string, kind?: 'good' | 'bad', action?: ToastAction) => void;
const ToastContext = createContext<Notify>(() => undefined);
const shownMs = 6_000;
const shownWithActionMs = 12_000;
let lastId = 0;

/** Returns a function that shows a notification, also to screen readers. Errors remain until the user closes them. */
export function useToast(): Notify {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }): ReactNode {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const close = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  const notify = useCallback<Notify>(
    (text, kind = 'good', action) => {
      const id = ++lastId;
      setToasts((all) => [...all.slice(-2), { id, text, bad: kind === 'bad', action }]);
      if (kind === 'good') setTimeout(() => close(id), action === undefined ? shownMs : shownWithActionMs);
    },
    [close],
  );
  return (
    <ToastContext value={notify}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map((toast) => (
          <div key={toast.id} className={toast.bad ? 'toast bad' : 'toast'}>
            <span>{toast.text}</span>
            {toast.action !== undefined && (
              <button
                type="button"
                className="button quiet small"
                onClick={() => {
                  close(toast.id);
                  toast.action?.run();
                }}
              >
                {toast.action.text}
              </button>
            )}
            <button type="button" className="button quiet small" onClick={() => close(toast.id)}>
              Close
            </button>
          </div>
        ))}
      </div>
    </ToastContext>
  );
}
