/** Keys of model providers, from the prefixes their consoles show. */
import { formats } from "../rule.ts";

export const ai = formats([
  {
    id: "anthropic-api-key",
    label: "Anthropic key",
    prefixes: ["sk-ant-"],
    body: "[A-Za-z0-9_-]{20,160}",
    notAfter: "A-Za-z0-9_-",
  },
  {
    id: "openai-api-key",
    label: "OpenAI key",
    prefixes: ["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"],
    body: "[A-Za-z0-9_-]{20,200}",
    notAfter: "A-Za-z0-9_-",
  },
  // The middle of every OpenAI key is "OpenAI" in base64.
  { id: "openai-legacy-key", label: "OpenAI key", prefixes: ["sk-"], body: "[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}" },
  { id: "openrouter-key", label: "OpenRouter key", prefixes: ["sk-or-v1-"], body: "[0-9a-f]{40,80}" },
  // DeepSeek, Moonshot, Stability and others took the same prefix.
  { id: "sk-key", label: "API key", prefixes: ["sk-"], body: "(?=[A-Za-z-]{0,40}\\d)[A-Za-z0-9]{32,64}" },
  { id: "elevenlabs-key", label: "ElevenLabs key", prefixes: ["sk_"], body: "[0-9a-f]{48}" },
  { id: "huggingface-token", label: "Hugging Face token", prefixes: ["hf_", "api_org_"], body: "[A-Za-z0-9]{30,40}" },
  { id: "replicate-token", label: "Replicate token", prefixes: ["r8_"], body: "[A-Za-z0-9]{37,40}" },
  { id: "groq-key", label: "Groq key", prefixes: ["gsk_"], body: "[A-Za-z0-9]{40,60}" },
  { id: "xai-key", label: "xAI key", prefixes: ["xai-"], body: "[A-Za-z0-9]{70,90}" },
  { id: "perplexity-key", label: "Perplexity key", prefixes: ["pplx-"], body: "[A-Za-z0-9]{40,60}" },
  {
    id: "langsmith-key",
    label: "LangSmith key",
    prefixes: ["lsv2_pt_", "lsv2_sk_"],
    body: "[0-9a-f]{32}_[0-9a-f]{10}",
  },
  {
    id: "pinecone-key",
    label: "Pinecone key",
    prefixes: ["pcsk_"],
    body: "[A-Za-z0-9_]{40,90}",
    notAfter: "A-Za-z0-9_",
  },
  { id: "fireworks-key", label: "Fireworks key", prefixes: ["fw_"], body: "[A-Za-z0-9]{22,26}" },
  {
    id: "nvidia-key",
    label: "NVIDIA key",
    prefixes: ["nvapi-"],
    body: "[A-Za-z0-9_-]{50,80}",
    notAfter: "A-Za-z0-9_-",
  },
  { id: "privateai-key", label: "Private AI key", prefixes: ["pai_"], body: "[A-Za-z0-9]{32}" },
]);
