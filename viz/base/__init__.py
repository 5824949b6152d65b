"""What everything else may use: language, colours, glossary, example sentences, memory limits."""
