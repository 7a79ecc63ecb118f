/** Properties are tried on the same cases in every run; FC_SEED looks elsewhere. */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_116) });
