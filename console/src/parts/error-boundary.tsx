import { Component, type ReactNode } from 'react';
import { View } from './shell.tsx';

interface Options {
  /** The address of the view: another one is tried again. */
  readonly path: string;
  readonly children: ReactNode;
}

/** In the place of a view that could not be loaded or drawn, the way on. The frame around it stays. */
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
      <View title="This page could not be shown">
        <div className="note bad" role="alert">
          <span>After an update of the service, a page that was open before must be loaded again.</span>
          <button type="button" className="button small" onClick={() => location.reload()}>
            Reload the page
          </button>
        </div>
      </View>
    );
  }
}
