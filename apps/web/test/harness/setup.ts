// Runs before each file; the window is made with the first, before anything asks for it.
import './window.ts';
