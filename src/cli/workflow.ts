/** The workflow that `annals init` writes. Actions are named by commit: a tag can be moved. */

export interface WorkflowOptions {
  /** A push to it publishes. */
  readonly branch: string;
  /** Of annals: the one that wrote the copies also checks them. */
  readonly version: string;
  readonly config: string;
  /** The folder of redacted copies. */
  readonly copy: string;
}

/** Looked up on 2026-11-18. */
const actions = {
  checkout: "actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0",
  setupNode: "actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0",
  configurePages: "actions/configure-pages@983d7736d9b0ae728b81ab479565c72886d7745b # v5.0.0",
  uploadPages: "actions/upload-pages-artifact@7b1f4a764d45c48632c6b24a0339c27f5614fb0b # v4.0.0",
  deployPages: "actions/deploy-pages@d6db90164ac5ed86f2b6aed7e0febac5b3c0c03e # v4.0.5",
} as const;

export const workflowText = ({ branch, version, config, copy }: WorkflowOptions): string => `\
# Written by annals init. Builds the archive from the redacted copies in ${copy}/ and publishes it on GitHub Pages.
# Raw logs never come here: annals keep --redacted makes the copies, and the first step fails where one is raw.
name: Session archive
on:
  push:
    branches: [${JSON.stringify(branch)}]
    paths: ["${copy}/**", "${config}", ".github/workflows/annals.yml"]
  workflow_dispatch:
permissions:
  contents: read
concurrency:
  group: pages
  cancel-in-progress: false
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: ${actions.checkout}
        with:
          persist-credentials: false
      - uses: ${actions.setupNode}
        with:
          node-version: 22
      - name: Refuse raw logs
        run: npx --yes annals@${version} check --redacted ${copy}
      - name: Build the archive
        run: npx --yes annals@${version} build ${copy} -o site --for public --no-keep --no-cache
      - name: Look at the finished site
        run: npx --yes annals@${version} check site
      - uses: ${actions.configurePages}
      - uses: ${actions.uploadPages}
        with:
          path: site
  deploy:
    needs: build
    runs-on: ubuntu-latest
    permissions:
      pages: write
      id-token: write
    environment:
      name: github-pages
      url: \${{ steps.deployment.outputs.page_url }}
    steps:
      - id: deployment
        uses: ${actions.deployPages}
`;
