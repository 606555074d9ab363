// Makes dist/ of the SDK what is published: one module without imports, and declarations without those of private
// packages. Runs after build-package.mjs, in packages/serve/sdk.
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

for (const name of readdirSync('dist')) if (/\.js(\.map)?$/.test(name)) rmSync(join('dist', name));
const { metafile } = await build({
  entryPoints: ['src/index.ts'],
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  sourcemap: true,
  metafile: true,
  mainFields: ['module', 'main'],
});
copyFileSync('../schemas/dist/api-types.gen.d.ts', 'dist/api-types.d.ts');

// The licences of what the module contains ask for their text in every copy.
const bundled = new Map(
  Object.keys(metafile.inputs).flatMap((path) => {
    const [folder, name] = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
    return folder === undefined ? [] : [[name, folder]];
  }),
);
const notices = [...bundled].map(([name, folder]) => {
  const file = readdirSync(folder).find((one) => /^licen[cs]e(\.md|\.txt)?$/i.test(one));
  return `index.js contains ${name}:\n\n${readFileSync(join(folder, file), 'utf8')}`;
});
writeFileSync(join('dist', 'THIRD-PARTY-LICENSES.txt'), notices.join('\n'));
