import { registerHooks } from 'node:module';

/** Of a parser that the client uses: its condition `source`, under which tests load this service, has files that Node does not load. */
const parser = 'eventsource-parser/stream';
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === parser
      ? next(specifier, { ...context, conditions: context.conditions.filter((one) => one !== 'source') })
      : next(specifier, context),
});
const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');

/** The official client of the Model Context Protocol, connected to a server. */
export async function mcpClient(
  url: string,
  headers: Record<string, string> = {},
): Promise<InstanceType<typeof Client>> {
  const client = new Client({ name: 'vitrine-test', version: '1.0.0' });
  // The type of its transport lacks `undefined` in its optional members.
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as never,
  );
  return client;
}
