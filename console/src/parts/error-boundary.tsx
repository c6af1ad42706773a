import { Component, type ReactNode } from 'react';
import { View } from './shell.tsx';

interface Options {
  /** The path of the view; a new path resets the error. */
  readonly path: string;
  readonly children: ReactNode;
}

/** Replaces a view that failed to load or render with an error and a reload button. */
export class ErrorBoundary extends Component<Options, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate({ path }: Options): void {
    if (this.state.failed && path !== this.props.path) this.setState({ failed: false });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <View title="This page could not be loaded">
        <div className="note bad" role="alert">
          <span>Vitrine may have been updated since you opened it. Reload to continue.</span>
          <button type="button" className="button small" onClick={() => location.reload()}>
            Reload
          </button>
        </div>
      </View>
    );
  }
}
