"""How probable is a sentence? From counts to GPT."""
