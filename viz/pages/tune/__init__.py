"""Fine-tuning: BERT learns a task."""
