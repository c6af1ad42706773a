import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jarsByFolder, knnArchive, modules, openSearchVersion } from './artifacts.ts';

const run = promisify(execFile);

/** The minimum Java version of OpenSearch 3. */
const javaMin = 21;

/** An OpenSearch installation. */
export interface OpenSearchHome {
  readonly folder: string;
  /** Path of a `java` with the minimum version. */
  readonly java: string;
}

/** The installed Java versions: the default, then others in the same folder. */
function javaCandidates(): string[] {
  const installed = '/usr/lib/jvm';
  const home = process.env['JAVA_HOME'];
  return [
    ...(home === undefined ? [] : [join(home, 'bin', 'java')]),
    'java',
    ...(existsSync(installed)
      ? readdirSync(installed)
          .sort()
          .map((name) => join(installed, name, 'bin', 'java'))
      : []),
  ];
}

async function findJava(): Promise<string | null> {
  for (const candidate of javaCandidates()) {
    try {
      const { stderr } = await run(candidate, ['-version']);
      if (Number(/version "(\d+)/.exec(stderr)?.[1]) >= javaMin) return candidate;
    } catch {
      // Missing or not Java.
    }
  }
  return null;
}

function artifactItem(coordinates: string, type = 'jar'): string {
  const [group, name, version] = coordinates.split(':');
  return `<artifactItem><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version><type>${type}</type></artifactItem>`;
}

function execution(goal: 'copy' | 'unpack', folder: string, items: readonly string[]): string {
  const id = `${goal}-${folder.replaceAll('/', '-')}`;
  return (
    `<execution><id>${id}</id><phase>package</phase><goals><goal>${goal}</goal></goals><configuration>` +
    `<outputDirectory>\${home}/${folder}</outputDirectory><artifactItems>${items.join('')}</artifactItems></configuration></execution>`
  );
}

/** A Maven project that copies the parts of OpenSearch into folders. */
function mavenProject(): string {
  const executions = [
    ...Object.entries(jarsByFolder).map(([folder, jars]) =>
      execution(
        'copy',
        folder,
        jars.map((jar) => artifactItem(jar)),
      ),
    ),
    execution('unpack', knnArchive.folder, [artifactItem(knnArchive.coordinates, 'zip')]),
  ];
  return (
    '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>' +
    `<groupId>vitrine.test</groupId><artifactId>opensearch-home</artifactId><version>${openSearchVersion}</version><packaging>pom</packaging>` +
    '<build><plugins><plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-dependency-plugin</artifactId><version>3.8.1</version>' +
    `<executions>${executions.join('')}</executions></plugin></plugins></build></project>`
  );
}

/** Writes the missing descriptors of modules, and a k-NN descriptor without the optional gRPC. */
function describePlugins(folder: string): void {
  for (const [name, module] of Object.entries(modules)) {
    const lines = {
      description: name,
      version: openSearchVersion,
      name,
      classname: module.entry,
      'java.version': String(javaMin),
      'opensearch.version': openSearchVersion,
      'extended.plugins': module.extends ?? '',
      'has.native.controller': 'false',
    };
    const text = Object.entries(lines).map(([key, value]) => `${key}=${value}\n`);
    writeFileSync(join(folder, 'modules', name, 'plugin-descriptor.properties'), text.join(''));
  }
  const knn = join(folder, knnArchive.folder, 'plugin-descriptor.properties');
  writeFileSync(knn, readFileSync(knn, 'utf8').replace('lang-painless,transport-grpc', 'lang-painless'));
}

/**
 * An OpenSearch installation, created once by Maven in the temporary folder (90 MB, about a minute). Returns the reason if
 * it is not available: no Java of version 21 or newer, no Maven, or no network.
 */
export async function openSearchHome(): Promise<OpenSearchHome | string> {
  const java = await findJava();
  if (java === null) return `OpenSearch needs Java ${javaMin} or newer, and none is installed`;
  const folder = join(tmpdir(), `vitrine-opensearch-${openSearchVersion}`);
  if (existsSync(folder)) return { folder, java };
  const unfinished = `${folder}-${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    const project = join(unfinished, 'pom.xml');
    writeFileSync(project, mavenProject());
    await run('mvn', ['-B', '-q', '-f', project, 'package', `-Dhome=${unfinished}`]);
    describePlugins(unfinished);
    mkdirSync(join(unfinished, 'bin'), { recursive: true });
    renameSync(unfinished, folder);
    return { folder, java };
  } catch (error) {
    // Another process may have created it.
    if (existsSync(folder)) return { folder, java };
    return `Maven could not lay out OpenSearch: ${(error as Error).message.slice(0, 300)}`;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
